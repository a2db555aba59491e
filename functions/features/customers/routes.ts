import { addOneCustomer } from './add-customer.ts';
import { changeOneCustomer } from './change-customer.ts';
import { editOneCustomer } from './edit-customer.ts';
import { exportAllCustomers } from './export-customers.ts';
import { readCustomerHistory } from './history.ts';
import { findCustomers } from './list-customers.ts';
import { readOneCustomer } from './read-customer.ts';

export const routes = [
  findCustomers,
  exportAllCustomers,
  addOneCustomer,
  readOneCustomer,
  editOneCustomer,
  changeOneCustomer,
  readCustomerHistory,
];
