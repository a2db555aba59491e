import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { isOwnDomain, normalSubdomain, subdomainProblem } from '../../../domain/tenants/subdomain.ts';
import type { Context } from '../../request/context.ts';
import { isProductHost } from '../../request/get-origin.ts';

/** The host of a sub-domain of the product, or the refusal of its name. */
export function hostOfSubdomain(ctx: Context, subdomain: string): string {
  const problem = subdomainProblem(subdomain);
  if (problem === 'reserved') throw new AppError('subdomain_reserved', undefined, { field: 'subdomain' });
  if (problem) throw invalidInput('subdomain');
  return `${normalSubdomain(subdomain)}.${ctx.env.PRODUCT_HOST}`;
}

/** A custom domain as stored; the product's own and invalid ones are refused. */
export function keptDomain(ctx: Context, text: string | null): string | null {
  const domain = (text ?? '').trim().toLowerCase().replace(/\.$/, '');
  if (domain === '') return null;
  if (isProductHost(domain, ctx.env) || !isOwnDomain(domain)) throw invalidInput('ownDomain');
  return domain;
}

/** The address that users open; a local portal answers on its own port. */
export const getAddress = (ctx: Context, host: string): string =>
  ctx.env.STAGE === 'production' ? `https://${host}` : `http://${host}${ctx.env.PORTAL_PORT ? `:${ctx.env.PORTAL_PORT}` : ''}`;
