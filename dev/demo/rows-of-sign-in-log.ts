import type { Sealer } from '../../functions/services/seal.ts';
import { demoId, hash32 } from './catalog/build.ts';
import type { DemoPerson, DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { getAccountId, getPeople, idOfAnyone } from './rows-of-tenant.ts';
import { type Clock, day } from './times.ts';

/** The person with a second factor, and the key for an authenticator app: only for the demo, and published in the README. */
export const demoTwoFactor = { email: 'wagner.teles@vertice.test', key: 'MIRANTEDEMOSECONDFACTOR234567AAA' } as const;

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
] as const;
const places = ['203.0.113.24', '203.0.113.25', '198.51.100.140', '2001:db8:40::1f', '192.0.2.77'] as const;
const ways = ['password', 'password', 'entra', 'password', 'passkey'] as const;

const pick = <T>(of: readonly T[], lot: number): T => of[lot % of.length] as T; // because the remainder is a place of the list

/** The outcomes of refused sign-ins. */
const refusedAs: Partial<Record<DemoPerson['status'], string>> = { B: 'blocked', I: 'inactive', D: 'user_disable' };

/** Three weeks of sign-ins to Vértice: by several methods, from several places, some of them refused. */
export function signInRows(tenant: DemoTenant, clock: Clock): Rows {
  if (tenant.subdomain !== 'vertice') return [];
  return getPeople(tenant)
    .filter((person) => person.invitedDaysAgo === null)
    .flatMap((person) => {
      const lot = hash32(person.email, 11);
      const tries = Array.from({ length: 1 + (lot % 3) }, (_, at) => hash32(person.email, 20 + at));
      return tries.map((one, at) => {
        const minutes = 70 + ((one >>> 3) % (21 * day));
        const odd =
          one % 17 === 0
            ? 'ip_not_allowed'
            : one % 13 === 0
              ? 'factor_wrong'
              : one % 19 === 0 && person.profile === 'user'
                ? 'horario_not_allowed'
                : 'ok';
        const outcome = refusedAs[person.status] ?? odd;
        const way = outcome === 'ok' ? pick(ways, one >>> 5) : 'password';
        return {
          ...{ tenant_id: tenant.id, id: demoId(`sign-in/${person.email}/${at}`), user_id: person.id, at: clock.ago(minutes) },
          ...{
            way,
            outcome,
            vouched: outcome === 'ok' ? (way === 'password' || way === 'passkey' ? 'account' : 'unit') : null,
            agent: pick(agents, lot),
          },
          address: outcome === 'ip_not_allowed' ? '192.0.2.201' : pick(places, lot >>> 7),
          seen_at: outcome === 'ok' ? clock.ago(Math.max(5, minutes - 45)) : null,
        };
      });
    });
}

/** Permissions that Vértice's administrator gave and removed, as audit rows. */
export function permissionRows(tenant: DemoTenant, clock: Clock): Rows {
  if (tenant.subdomain !== 'vertice') return [];
  const boss = idOfAnyone(tenant, 'admin@vertice.test');
  const getId = (name: string) => getPeople(tenant).find((person) => person.name === name)?.id ?? boss;
  const [first, second] = tenant.reports.slice(-2).map((report) => report.id);
  const row = (daysAgo: number, what: string, id: string | undefined, change: Record<string, unknown>) => ({
    ...{ tenant_id: tenant.id, id: demoId(`audit/permission/${daysAgo}/${what}`), at: clock.ago(daysAgo * day + 90), user_id: boss },
    ...{ home_id: tenant.id, what, row_id: id ?? null, change, ip: places[0] },
  });
  const only = (before: Record<string, unknown>, after: Record<string, unknown>) => ({ before, after });
  return [
    row(40, 'settings.edit', tenant.id, only({ login_timeout: 12 }, { login_timeout: 8 })),
    row(33, 'user.deactivate', getId('Nilson Furtado'), only({ status: 'A' }, { status: 'D', reason: 'Deixou a empresa' })),
    row(21, 'user.block', getId('Otávio Linhares'), only({ status: 'A' }, { status: 'B', reason: 'Notebook perdido' })),
    row(17, 'grant.add', first, { subject: 'user', user: getId('Leandro Aguiar') }),
    row(12, 'grant.edit', first, { user: getId('Leandro Aguiar'), ...only({ roles: [] }, { roles: ['Regional'] }) }),
    row(9, 'grant.remove', second, { user: getId('Viviane Assunção') }),
    row(8, 'user.edit', getId('Roberta Sales'), only({ department: 'Vendas' }, { department: 'Exportação' })),
    row(5, 'settings.edit', tenant.id, only({ ip: 'S', listIp: ['203.0.113.0/24'] }, { ip: 'N' })),
    row(4, 'user.sign_out', getId('Otávio Linhares'), {}),
    row(2, 'entra.save', demoId('way/vertice/entra'), only({ domains: [] }, { domains: ['vertice.test'] })),
  ];
}

const words = ['Coordenadora de dados', 'Planejador de rotas', 'Consultor'] as const;
const codes = ['director', 'manager', 'supervisor', 'analyst', 'analyst'] as const;

/** Job titles of Vértice's people; some have not answered. */
export function answerRows(tenant: DemoTenant, clock: Clock): Rows {
  if (tenant.subdomain !== 'vertice') return [];
  return tenant.colleagues
    .filter((person) => person.profile === 'user' && person.status === 'A' && person.invitedDaysAgo === null)
    .filter((person) => hash32(person.email, 31) % 4 !== 0)
    .map((person) => {
      const lot = hash32(person.email, 32);
      const other = lot % 9 === 0 ? pick(words, lot >>> 4) : null;
      return {
        ...{ tenant_id: tenant.id, user_id: person.id, answer: other ? 'other' : pick(codes, lot >>> 3), other },
        answered_at: clock.ago(day + ((lot >>> 2) % (30 * day))),
      };
    });
}

/** Sealed as the product seals it: an authenticator app that holds the key of the README. */
export async function factorRows(seals: Sealer, clock: Clock): Promise<Rows> {
  const account = getAccountId(demoTwoFactor.email);
  const id = demoId('factor/demo');
  const place = { tenantId: '-', table: 'factors', rowId: id, column: 'secret' };
  return [
    {
      ...{ id, holder: account, account_id: account, kind: 'totp', name: 'Aplicativo autenticador', created_at: clock.ago(30 * day) },
      secret: await seals.seal(demoTwoFactor.key, place),
    },
  ];
}
