import { leaveForCompany } from './change-company.ts';
import { arriveAtCompany } from './enter-company.ts';
import { findCompanies } from './list-companies.ts';

export const routes = [findCompanies, leaveForCompany, arriveAtCompany];
