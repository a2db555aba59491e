import { readRoles } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keepModelRoles, modelQueries } from './model-roles.ts';

export const readModelRoles = bind(readRoles, async ({ id }, ctx) =>
  keepModelRoles(ctx, 'grants.manage', await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => modelQueries(db, id))),
);
