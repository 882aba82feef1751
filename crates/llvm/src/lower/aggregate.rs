//! Elements of vectors and fields of aggregates. A value is the list of its scalars, so these only
//! choose among registers; an index that isn't known is a chain of selects.

use ir::CompareOp;

use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed};
use crate::module::{Type, TypeId, ValueId};

impl Lowering<'_, '_> {
    /// `extractelement`
    pub(super) fn extract_element(
        &mut self,
        vector: ValueId,
        index: ValueId,
    ) -> Lowered<Vec<Scalar>> {
        let lanes = self.value(vector)?;
        let index = self.scalar(index)?;
        let Some((&first, _)) = lanes.split_first() else { return malformed("an empty vector") };
        if let Some(known) = self.builder.known_number(index) {
            let lane = usize::try_from(known).ok().and_then(|lane| lanes.get(lane));
            // Beyond the end it is poison.
            let undef = self.builder.undef_scalar(first.ty());
            return Ok(vec![lane.copied().unwrap_or(undef)]);
        }
        let mut chosen = first;
        for (number, lane) in lanes.into_iter().enumerate().skip(1) {
            let here = self.builder.relation_number(CompareOp::Eq, index, number as u128)?;
            chosen = self.builder.choose(here, lane, chosen)?;
        }
        Ok(vec![chosen])
    }

    /// `insertelement`
    pub(super) fn insert_element(
        &mut self,
        vector: ValueId,
        element: ValueId,
        index: ValueId,
    ) -> Lowered<Vec<Scalar>> {
        let mut lanes = self.value(vector)?;
        let element = self.scalar(element)?;
        let index = self.scalar(index)?;
        if let Some(known) = self.builder.known_number(index) {
            if let Some(lane) = usize::try_from(known).ok().and_then(|lane| lanes.get_mut(lane)) {
                *lane = element;
            }
            return Ok(lanes);
        }
        let lanes = lanes.into_iter().enumerate();
        lanes
            .map(|(number, lane)| {
                let here = self.builder.relation_number(CompareOp::Eq, index, number as u128)?;
                self.builder.choose(here, element, lane)
            })
            .collect()
    }

    /// `shufflevector`
    pub(super) fn shuffle(
        &mut self,
        a: ValueId,
        b: ValueId,
        mask: &[Option<u32>],
        ty: TypeId,
    ) -> Lowered<Vec<Scalar>> {
        let mut lanes = self.value(a)?;
        lanes.extend(self.value(b)?);
        let types = self.layout().scalars(ty)?;
        if types.len() != mask.len() {
            return malformed("a shuffle to another number of lanes");
        }
        let pick = |(lane, ty): (&Option<u32>, &crate::layout::ScalarTy)| {
            let chosen = lane.and_then(|lane| lanes.get(lane as usize)).copied();
            chosen.unwrap_or_else(|| self.builder.undef_scalar(*ty))
        };
        Ok(mask.iter().zip(types.iter()).map(pick).collect())
    }

    /// `extractvalue`
    pub(super) fn extract_value(
        &mut self,
        aggregate: ValueId,
        path: &[u32],
    ) -> Lowered<Vec<Scalar>> {
        let range = self.field(self.ty(aggregate)?, path)?;
        let scalars = self.value(aggregate)?;
        scalars.get(range).map_or_else(|| malformed("a field that isn't there"), |s| Ok(s.to_vec()))
    }

    /// `insertvalue`
    pub(super) fn insert_value(
        &mut self,
        aggregate: ValueId,
        element: ValueId,
        path: &[u32],
    ) -> Lowered<Vec<Scalar>> {
        let range = self.field(self.ty(aggregate)?, path)?;
        let mut scalars = self.value(aggregate)?;
        let element = self.value(element)?;
        match scalars.get_mut(range) {
            Some(field) if field.len() == element.len() => field.copy_from_slice(&element),
            _ => return malformed("a field of another type"),
        }
        Ok(scalars)
    }

    /// The scalars of a field among those of its aggregate.
    fn field(&self, ty: TypeId, path: &[u32]) -> Lowered<std::ops::Range<usize>> {
        let layout = self.layout();
        let (mut start, mut ty) = (0, ty);
        for &index in path {
            let index = index as usize;
            match layout.ty(ty) {
                Type::Struct { fields, .. } if index < fields.len() => {
                    for field in &fields[..index] {
                        start += layout.scalars(*field)?.len();
                    }
                    ty = fields[index];
                }
                Type::Array { element, count } if (index as u64) < *count => {
                    start += index * layout.scalars(*element)?.len();
                    ty = *element;
                }
                _ => return malformed("a field that isn't there"),
            }
        }
        Ok(start..start + layout.scalars(ty)?.len())
    }
}
