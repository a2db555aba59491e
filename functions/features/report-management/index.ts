import { findManaged } from './list-managed.ts';
import { readManagedReport } from './read-managed.ts';

// Fixed names stand before `{id}`: the first route that matches answers.
export const reportManagementRoutes = [findManaged, readManagedReport];
