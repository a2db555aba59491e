export { EnterUnitDialog } from './EnterUnitDialog.tsx';
export { PartnerAccess } from './PartnerAccess.tsx';
export type { EnterableUnit } from './queries.ts';
export { UnitChoice } from './UnitChoice.tsx';
