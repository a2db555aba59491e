export { AccountFields } from './AccountFields.tsx';
export { TestSteps } from './TestSteps.tsx';
