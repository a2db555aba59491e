import { isoOrNull } from '../../../domain/format/iso.ts';
import { isOwnDomain } from '../../../domain/tenants/subdomain.ts';
import { readWays, type WayIn } from '../../../domain/ways-in/contract.ts';
import { getReach, type WayKind } from '../../../domain/ways-in/reach.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { isProductHost } from '../../request/get-origin.ts';
import { type OtherKind, readAllWays } from './ways-in.sql.ts';

type Found = { id: string; kind: WayKind; name: string; active: boolean; used: string | null; domains?: string[] };

const present = ({ used, domains = [], ...way }: Found, facts: Parameters<typeof getReach>[1] = {}): WayIn => ({
  ...way,
  lastUsedAt: isoOrNull(used),
  reaches: getReach(way.kind, { domains, ...facts }),
  domains,
});

/** One trip; passwords and hosts of unit-controlled DNS stand first and last, because they are not rows that an administrator added. */
export const readWaysIn = bind(readWays, async (_input, ctx) => {
  const [apps, directories, keys, partners, others] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), readAllWays);
  // A numeric address or a bare host name isn't a domain of the unit's own.
  const rest = others.rows.filter(({ kind, name }) => kind !== 'domain' || (isOwnDomain(name) && !isProductHost(name, ctx.env)));
  const of = (kind: OtherKind) => rest.filter((one) => one.kind === kind).map((one) => present(one));
  return {
    ways: [
      ...of('password'),
      ...apps.rows.map(({ status, linked, makes, guests, ...app }) =>
        present({ ...app, active: status === 'A' }, { linked, makes, guests }),
      ),
      ...directories.rows.map(({ tied, raises, ...token }) => present({ ...token, kind: 'directory' }, { tied, raises })),
      ...keys.rows.map((key) => present({ ...key, kind: 'embedding' })),
      ...partners.rows.map(({ role, verify, status, ...partner }) =>
        present({ ...partner, kind: 'partner', active: status === 'active' }, { role, verify }),
      ),
      ...of('mail'),
      ...of('domain'),
    ],
  };
});
