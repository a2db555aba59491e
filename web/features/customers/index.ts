export { CustomerDrawer, type CustomerPanel } from './CustomerDrawer.tsx';
export { CustomerFields } from './CustomerFields.tsx';
export { customersQuery } from './loader.ts';
export { type CustomerFormState, getLabel, toCustomerInput, useCustomerForm } from './use-customer-form.ts';
