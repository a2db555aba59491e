export { insertCustomer, keptFields, orTaken, refusedFields } from './customer-input.ts';
