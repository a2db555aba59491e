import { expect } from 'vitest';
import { embedReport } from '../../domain/reports/contract.ts';
import { control, getSession, makeEmbeddable, makePrincipal, type Principal } from '../guards/place.ts';
import { type Answer, api } from '../support/api.ts';
import type { Harness } from '../support/harness.ts';
import type { ReportOptions } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type UserOptions } from '../support/make-user.ts';

export const roles = { Regional: 'region' } as const;

type Scene = { rls?: Record<string, 'region' | 'member' | null>; report?: ReportOptions; tenant?: Tenant; principal?: Principal };

export function serviceScene(harness: Harness) {
  /** A tenant with one report and its own service principal, so that its faults and counts are isolated. */
  async function scene({ rls = {}, report: options = {}, tenant: place, principal: lent }: Scene = {}) {
    const tenant = place ?? (await makeTenant());
    const principal = lent ?? (await makePrincipal({ roles: rls }));
    const needsIdentity = Object.keys(rls).length > 0;
    const report = await makeEmbeddable(tenant, principal, { needsIdentity, needsRoles: needsIdentity, ...options });
    const person = async (who: UserOptions = {}) => {
      const user = await makeUser(tenant, who);
      const { token } = await getSession(tenant, user, who.profile ?? 'user');
      const client = api(harness, tenant, token);
      return { user, client, token, embed: (options = {}) => client.post(`/api/auth/reports/${report.id}/embed`, {}, options) };
    };
    return { tenant, principal, report, person };
  }
  return scene;
}

const faults: number[] = [];
export async function fault({ appId }: Principal, what: Record<string, unknown>): Promise<void> {
  // Because the stand-in answers so.
  const { id } = (await control('POST', '/__sim/faults', { ...what, principal: appId })) as { id: number };
  faults.push(id);
}
export const heal = async () => {
  for (const id of faults.splice(0)) await control('DELETE', `/__sim/faults/${id}`);
};

type Asked = { identities?: { username: string; roles?: string[]; datasets?: string[] }[]; lifetimeInMinutes?: number };
/** The calls that this principal made to the service. */
export async function seen({ appId }: Principal) {
  const log = (await control('GET', `/__sim/log?principal=${appId}`)) as {
    counts: Record<string, number>;
    calls: { path: string; status: number; asked: Asked | null }[];
  }; // because the stand-in answers so
  const minted = log.calls.filter((call) => call.path.endsWith('/GenerateToken'));
  return {
    calls: log.calls.length,
    minted: minted.length,
    asked: minted.map((call) => call.asked),
    entra: log.calls.length - log.calls.filter((call) => call.path.startsWith('/v1.0')).length,
  };
}

/** A refusal in the portal's own words: a code of the contract, and no text of the service. */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ status: code, message: code });
  expect(answer.body.requestId).toBeTruthy();
  expect(answer.text).not.toMatch(/AADSTS|PowerBI|<html|Capacity|client secret|127\.0\.0\.1|Bearer/);
  expect(embedReport.errors).toContain(code);
}
