export { ControlCell, capacityHref, controlText, useControlled, useWithRegistered } from './ControlCell.tsx';
export { RegisterDialog } from './RegisterDialog.tsx';
