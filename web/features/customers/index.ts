export { CustomerDrawer, type CustomerPanel } from './CustomerDrawer.tsx';
export { CustomerFields } from './CustomerFields.tsx';
export { customersQuery } from './queries.ts';
export { type CustomerForm, customerInputOf, labelOf, useCustomerForm } from './use-customer-form.ts';
