import { NeonDbError } from '@neondatabase/serverless';
import { AppError } from '../../../domain/errors/catalogue.ts';

const fieldNames: Record<string, string> = {
  user_limit: 'userLimit',
  bonus_users: 'bonusUsers',
  domain_limit: 'domainLimit',
  report_limit: 'reportLimit',
};

/** The refusals of the database functions, and the unique names (db/functions: add_tenant, edit_tenant, keep_within). */
export async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof NeonDbError ? (toRefusal(error) ?? error) : error;
  }
}

function toRefusal({ code, constraint, message }: NeonDbError): AppError | null {
  if (code === '23505' && constraint === 'domains_host_across') return new AppError('subdomain_taken', undefined, { field: 'subdomain' });
  if (code === 'MT409') return new AppError('changed_meanwhile');
  if (code === 'MT410') return new AppError('tenant_has_units');
  if (code === 'MT404') return new AppError('not_found', undefined, message.includes('party') ? { field: 'payerId' } : {});
  if (code === 'MT403') {
    const [, set, most] = /^(user_limit|bonus_users|domain_limit|report_limit) (\d+)$/.exec(message) ?? [];
    return set
      ? new AppError('limit_by_platform', { most: Number(most) }, { field: fieldNames[set] ?? '' })
      : new AppError('set_by_platform');
  }
  if (code !== 'MT422') return null;
  const [, what = 'users', left = '0'] = /(users|domains|reports) (\d+)/.exec(message) ?? [];
  const field = { users: 'userLimit', domains: 'domainLimit', reports: 'reportLimit' }[what] ?? 'userLimit';
  return new AppError('capacity_exceeded', { what, left: Number(left) }, { field });
}
