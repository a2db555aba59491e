import { type SQL, sql } from 'drizzle-orm';
import type { Profile } from '../../../domain/access/profile.ts';
import type { SessionContext } from '../../request/context.ts';

export type AccountViewer = { userId: string; profile: Profile };
export const getAccountViewer = ({ session }: SessionContext): AccountViewer => ({ userId: session.sub, profile: session.profile });

const mayBeRestricted: readonly Profile[] = ['admin', 'user'];
const restricts = sql`(select t.restrict_accounts from tenants t where t.id = (select app.tenant_id()))`;

/** Whether the tenant limits this user to what they registered themselves (Spec 6, "when restricted"). */
export const isRestricted = ({ profile }: AccountViewer): SQL => (mayBeRestricted.includes(profile) ? restricts : sql`false`);

/** Which service accounts `a` a user sees and uses: the one rule of lists, reads, writes, browsing and publishing. */
export const accountVisible = (viewer: AccountViewer): SQL =>
  mayBeRestricted.includes(viewer.profile) ? sql`(a.registered_by_id = ${viewer.userId}::uuid or not ${restricts})` : sql`true`;
