import { findPartners } from './list-partners.ts';

export const tenantRoutes = [findPartners];
