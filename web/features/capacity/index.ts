export { ControlCell, capacityHref, useControlled, useWithRegistered } from './ControlCell.tsx';
export { RegisterDialog } from './RegisterDialog.tsx';
