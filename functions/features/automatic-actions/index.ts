export { advance } from './run/advance.ts';
export { claimDue } from './run/claim.ts';
export { settleTask } from './run/settle.ts';
