//! Types of functions: which pointers may mean which functions.

use crate::debug::{DebugInfo, Subprogram, Type, TypeId};

/// What a call has to agree with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prototype {
    /// What it returns.
    pub returns: TypeId,
    /// Its parameters, in order.
    pub params: Vec<TypeId>,
    /// Does it take further arguments?
    pub variadic: bool,
}

impl Subprogram {
    /// Its type.
    pub fn prototype(&self) -> Prototype {
        let params = self.params.iter().map(|param| param.ty).collect();
        Prototype { returns: self.returns, params, variadic: self.variadic }
    }
}

impl DebugInfo {
    /// The type as one of functions, if it is one.
    pub fn function_type(&self, ty: TypeId) -> Option<Prototype> {
        match self.ty(self.resolve(ty)) {
            Type::Function { returns, params, variadic } => {
                let (returns, params, variadic) = (*returns, params.clone(), *variadic);
                Some(Prototype { returns, params, variadic })
            }
            _ => None,
        }
    }

    /// May a pointer to functions of the one type point to one of the other, without a cast?
    pub fn is_same_function(&self, a: &Prototype, b: &Prototype) -> bool {
        let params = || a.params.iter().zip(&b.params);
        a.variadic == b.variadic
            && a.params.len() == b.params.len()
            && self.is_interchangeable(a.returns, b.returns)
            && params().all(|(&a, &b)| self.is_interchangeable(a, b))
    }

    /// Is it a number?
    pub fn is_number(&self, ty: TypeId) -> bool {
        matches!(
            self.ty(self.resolve(ty)),
            Type::Int { .. } | Type::Float { .. } | Type::Enum { .. }
        )
    }

    /// The same type, but for qualifiers of the value itself.
    fn is_interchangeable(&self, a: TypeId, b: TypeId) -> bool {
        let functions = |a, b| Some((self.function_type(a)?, self.function_type(b)?));
        match (self.pointee(a), self.pointee(b)) {
            (Some(a), Some(b)) => match functions(a, b) {
                // Comparing types that lead to themselves would not end: being functions is enough.
                Some((a, b)) => a.params.len() == b.params.len(),
                None => self.is_const(a) == self.is_const(b) && self.is_same(a, b),
            },
            (None, None) => self.is_same(a, b),
            _ => false,
        }
    }
}
