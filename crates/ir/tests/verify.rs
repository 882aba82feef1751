//! Every invariant of the verifier has a program that breaks it, written in text where the text form
//! can say it, and made by hand where it can't.

use ir::debug::{
    Local, Qualifier, SourceFile, Subprogram, Type, TypeId, Variable, VariableLocation,
};
use ir::{
    BlockId, BlockRange, CodeOrigin, Const, FileId, FuncId, GlobalId, Inst, Program, Reg, RegInfo,
    Slot, SlotId, SourceLoc, Symbol, Ty,
};

/// Checks that the verifier says `problem` about a program.
fn rejects(program: &Program, problem: &str) {
    let error = ir::verify(program).expect_err(problem).to_string();
    assert!(error.contains(problem), "expected `{problem}`, got `{error}`");
}

/// A function with registers of many types and the given code.
fn function(code: &str) -> Program {
    let header =
        "function external &f(i32 %a, i64 %p) -> i32 {\n  regs i8 %b, i1 %c, f32 %x, f64 %y\n";
    let text = format!("{header}  slot $s size 4 align 4\nb0:\n{code}\n}}\n");
    ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A function that verifies, broken by `change`.
fn broken(change: impl FnOnce(&mut Program), problem: &str) {
    let mut program = function("  %a = add i32 %a, 1\n  return %a");
    ir::verify(&program).expect("the program is sound");
    change(&mut program);
    rejects(&program, problem);
}

fn body(program: &mut Program) -> &mut ir::Body {
    program.functions[0].body.as_mut().expect("a body")
}

#[test]
fn operands_have_the_type_of_the_instruction() {
    for (code, problem) in [
        ("%a = add i32 %b, 1", "r2 is Int"),
        ("%b = add i32 %a, 1", "r2 is Int"),
        ("%c = slt i64 %p, %a", "r0 is Int"),
        ("%b = slt i32 %a, %a", "r2 is Int"),
        ("%a = clz i8 %b", "r0 is Int"),
        ("%a = copy %b", "8 bits of r2 go to 32 of r0"),
        ("%p = freeze %a", "32 bits of r0 go to 64 of r1"),
        ("%a = select %b, %a, %a", "r2 is Int"),
        ("%a = select %c, %a, %p", "64 bits of r1 go to 32 of r0"),
        ("%a = sext i8 to i32 %c", "r3 is Int"),
        ("%b = sext i32 to i8 %a", "isn't extended"),
        ("%p = trunc to i64 %a", "aren't truncated"),
        ("%b = trunc to i8 %x", "isn't an integer"),
        ("%c = bswap i1 %c", "whole bytes"),
        ("%x = fadd f32 %y, 1.0", "r5 is Float"),
        ("%x = sqrt f32 %a", "r0 is Int"),
        ("%x = fmuladd f32 %x, %x, %y", "r5 is Float"),
        ("%c = folt f64 %x, %y", "r4 is Float"),
        ("%y = fwiden f32 to f64 %y", "r5 is Float"),
        ("%a = ftosi f64 to i32 %x", "r4 is Float"),
        ("%a = load i32 [%a]", "r0 is Int"),
        ("%b = load i32 [%p]", "r2 is Int"),
        ("%a = load i32 [7]\n  store i8 [%p], %a", "r0 is Int"),
        ("%a = slot $s", "r0 is Int"),
        ("%p = alloca %x align 8", "isn't an integer"),
        ("%p = alloca %a align 3", "an alignment of 3"),
        ("%a = stacksave", "r0 is Int"),
        ("stackrestore %a", "r0 is Int"),
        ("memcpy %p, %a, 4", "r0 is Int"),
        ("memmove %p, %p, %y", "isn't an integer"),
        ("memset %p, %a, 4", "r0 is Int"),
        ("vastart %a", "r0 is Int"),
        ("check index %a", "r0 is Int"),
        ("checkpointer member %a align 4", "r0 is Int"),
        ("checkpointer access %p align 3", "an alignment of 3"),
        ("%p, %p = wide add [%p, 0], [0, 0]", "both halves"),
        ("%p, %p = wide slt [%p, 0], [0, 0]", "r1 is Int"),
        ("%p, %p = wide from f32 signed [%y, 0], [0, 0]", "r5 is Float"),
        ("%x, %x = wide to f64 signed [%p, 0], [0, 0]", "r4 is Float"),
        ("%a = copy &f", "an address where"),
        ("call &f(i32 %b)", "r2 is Int"),
        ("call *%a()", "r0 is Int"),
        ("call &f(byval 8 align 3 %p)", "an alignment of 3"),
        ("call &f(byval 8 align 8 %a)", "r0 is Int"),
        ("%a, %a = call &f()", "two results"),
    ] {
        rejects(&function(&format!("  {code}\n  return %a")), problem);
    }
}

#[test]
fn terminators_agree_with_the_function() {
    for (code, problem) in [
        ("  branch %a, b1, b1\nb1:\n  return 0", "r0 is Int"),
        ("  branch %c, b1, b2\nb1:\n  return 0", "there is no block b2"),
        ("  jump b1\nb1:\n  jump b0", "a jump to the entry block"),
        ("  switch i8 %a, b1 []\nb1:\n  return 0", "r0 is Int"),
        ("  switch i8 %b, b1 [2: b1, 1: b1]\nb1:\n  return 0", "aren't sorted"),
        ("  switch i8 %b, b1 [2: b1, 2: b1]\nb1:\n  return 0", "aren't sorted"),
        ("  indirect %a [b1]\nb1:\n  return 0", "r0 is Int"),
        ("  return %b", "r2 is Int"),
        ("  return 0\n  return 0", "the block goes on"),
        ("  %a = copy 1", "the block doesn't end"),
        ("  %a = call &f() unwind b7\n  return 0", "there is no block b7"),
        ("  %p = copy &f:b9\n  return 0", "f0 has no block b9"),
        ("  return 0 !0:1:1", "there is no file file0"),
    ] {
        rejects(&function(code), problem);
    }
}

#[test]
fn tables_are_sound() {
    broken(|p| body(p).locs.clear(), "2 instructions have 0 positions");
    broken(|p| body(p).blocks.clear(), "there is no entry block");
    broken(|p| body(p).blocks[0].end = 1, "the blocks end at 1");
    broken(|p| body(p).blocks.push(BlockRange { start: 2, end: 2 }), "where 2 is next");
    broken(|p| body(p).blocks[0].start = 1, "where 0 is next");
    broken(|p| body(p).regs.clear(), "the first registers aren't the parameters");
    broken(|p| body(p).regs[0].ty = Ty::BOOL, "the first registers aren't the parameters");
    broken(|p| body(p).slots[0].align = 0, "an alignment of 0");
    broken(|p| body(p).slots[0].size = 1 << 63, "an object of");
    broken(|p| body(p).consts.clear(), "there is no constant c0");
    broken(|p| body(p).consts[0] = Const::Bits(1 << 32), "doesn't fit");
    broken(|p| body(p).consts[0] = Const::Address(Symbol::Global(GlobalId(0)), 0), "no global g0");
    broken(|p| body(p).consts[0] = Const::Block(FuncId(3), BlockId(0)), "no function f3");
    broken(|p| body(p).code[0] = Inst::SlotLive { slot: SlotId(1) }, "there is no slot s1");
    broken(
        |p| body(p).code[0] = Inst::Copy { dst: Reg(9), src: Reg(0).into() },
        "there is no register r9",
    );
    broken(
        |p| body(p).code[0] = Inst::Copy { dst: Reg(0), src: Reg(9).into() },
        "there is no register r9",
    );
    broken(
        |p| {
            let loc = SourceLoc { file: FileId(2), line: 1, column: 1 };
            body(p).locs[0] = Some(loc);
        },
        "there is no file file2",
    );
    broken(|p| body(p).code[1] = Inst::Return { values: [].into() }, "0 values where 1");
}

#[test]
fn calls_are_sound() {
    let call = "  %a = call &f(i32 1, i64 %p)\n  return %a";
    let change = |change: fn(&mut ir::Call), problem: &str| {
        let mut program = function(call);
        ir::verify(&program).expect("the call is sound");
        if let Inst::Call(call) = &mut body(&mut program).code[0] {
            change(call);
        }
        rejects(&program, problem);
    };
    change(|call| call.kinds.truncate(1), "2 arguments of 1 kinds");
    change(|call| call.fixed = 3, "3 of 2 arguments");
    change(|call| call.callee = ir::Callee::Direct(FuncId(1)), "there is no function f1");
    change(|call| call.results = vec![Reg(77)], "there is no register r77");
}

#[test]
fn a_call_may_disagree_with_the_callee() {
    let program = function("  call &f()\n  %y, %b = call &f(f64 %y | i32 %a)\n  return 0");
    assert_eq!(ir::verify(&program), Ok(()));
}

#[test]
fn a_register_may_be_read_before_it_is_written() {
    let program = function("  %c = eq i8 %b, 0\n  return 0");
    assert_eq!(ir::verify(&program), Ok(()));
}

#[test]
fn globals_are_sound() {
    for (text, problem) in [
        ("global external @g size 1 align 1 = \"ab\"", "2 bytes of contents in 1"),
        ("global external @g size 8 align 6", "an alignment of 6"),
        ("target 32\nglobal external @g size 2147483648 align 1", "an object of"),
        ("global external @g size 8 align 8 = zero [1 i64: @g]", "8 bytes at 1 in 8"),
        ("global external @g size 8 align 8 = zero [18446744073709551615 i64: @g]", "in 8"),
        ("global external @g size 8 align 8 = zero [0 i64: 7]", "isn't an address"),
        ("global external @g size 8 align 8 = zero [0 i64: @g minus 7]", "isn't an address"),
        ("global external @g size 8 align 8 = zero [0 i64: @g minus @5]", "there is no global g5"),
        ("global external @g size 8 align 8 = zero [0 i64: @5]", "there is no global g5"),
        ("global external @g size 8 align 8 = zero [0 i64: &5]", "there is no function f5"),
        ("alias external @g = @0", "there is no global g0"),
        ("global external @g size 1 align 1\nalias external @g = @g", "two symbols"),
        ("global external @f size 1 align 1\nfunction external &f()", "two symbols"),
        ("alias external @\"\" = @0", "without a name"),
    ] {
        let program = ir::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        rejects(&program, problem);
    }
    let mut program = ir::parse("global external @g size 8 align 8 = zero [0 i64: @g]").unwrap();
    program.globals[0].init.as_mut().unwrap().relocations[0].size = 9;
    rejects(&program, "a relocation of 9 bytes");
}

#[test]
fn the_target_is_known() {
    let mut program = Program::default();
    program.target.pointer_bits = 16;
    rejects(&program, "pointers of 16 bits");
}

#[test]
fn debug_information_is_sound() {
    let (file, ty) = (FileId(0), TypeId(0));
    let variable = Variable { name: "v".into(), ty, line: 1, file };
    let subprogram = Subprogram {
        name: "f".into(),
        file,
        line: 1,
        returns: ty,
        params: vec![variable.clone()],
        variadic: false,
        locals: vec![Local { variable: variable.clone(), place: VariableLocation::Reg(Reg(0)) }],
        accesses: Vec::new(),
    };
    let base = {
        let mut program = function("  return 0");
        program.debug.files.push(SourceFile { path: "a.c".into(), directory: String::new() });
        program.debug.types.push(Type::Void);
        program.functions[0].debug = Some(subprogram);
        program
    };
    assert_eq!(ir::verify(&base), Ok(()));
    let change = |change: &dyn Fn(&mut Program, &mut Subprogram), problem: &str| {
        let mut program = base.clone();
        let mut subprogram = program.functions[0].debug.take().unwrap();
        change(&mut program, &mut subprogram);
        program.functions[0].debug = Some(subprogram);
        rejects(&program, problem);
    };
    change(&|_, f| f.file = FileId(1), "there is no file file1");
    change(&|_, f| f.returns = TypeId(1), "there is no type 1");
    change(&|_, f| f.params[0].ty = TypeId(1), "there is no type 1");
    change(&|_, f| f.locals[0].variable.file = FileId(1), "there is no file file1");
    change(&|_, f| f.locals[0].place = VariableLocation::Reg(Reg(99)), "`v` is kept nowhere");
    change(&|_, f| f.locals[0].place = VariableLocation::Slot(SlotId(1)), "`v` is kept nowhere");
    change(&|p, _| p.debug.types[0] = Type::Pointer { to: TypeId(1), bytes: 8 }, "no type 1");
    let (name, qualifier) = (String::new(), Qualifier::Const);
    let typedef = |to| Type::Typedef { name: name.clone(), to: TypeId(to) };
    change(&|p, _| p.debug.types[0] = typedef(0), "names itself");
    change(
        &|p, _| {
            p.debug.types[0] = typedef(1);
            p.debug.types.push(Type::Qualified { qualifier, to: TypeId(0) });
        },
        "names itself",
    );
}

#[test]
fn the_message_says_where() {
    let program = function("  jump b1\nb1:\n  %a = copy 0\n  %a = copy %b\n  return 0");
    let error = ir::verify(&program).unwrap_err();
    assert_eq!(error.to_string(), "in `f`: b1, instruction 1: 8 bits of r2 go to 32 of r0");
}

#[test]
fn unused_entries_are_checked_too() {
    let mut program = function("  return 0");
    body(&mut program).slots.push(Slot { size: 1, align: 5, name: None, scoped: false });
    rejects(&program, "an alignment of 5");
    let mut program = function("  return 0");
    program.functions[0].origin = CodeOrigin::Runtime;
    body(&mut program).regs.push(RegInfo { ty: Ty::BOOL, name: None });
    assert_eq!(ir::verify(&program), Ok(()));
}
