import { readRoles } from '../../../domain/report-access/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keepModelRoles, modelQueries } from './model-roles.ts';

export const readModelRoles = bind(readRoles, async ({ id }, ctx) =>
  keepModelRoles(ctx, 'grants.manage', await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => modelQueries(db, id))),
);
