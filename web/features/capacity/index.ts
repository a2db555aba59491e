export { ControlCell, capacityHref, useControlled } from './ControlCell.tsx';
export { RegisterDialog } from './RegisterDialog.tsx';
