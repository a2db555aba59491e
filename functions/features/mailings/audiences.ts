import { type SQL, sql } from 'drizzle-orm';
import type { AudienceType } from '../../../domain/mailings/audience.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { toldOf } from '../maintenance/index.ts';

/** Whether person `u` is meant by mailing `m`, asked when they are told: rights, groups and the matter itself may have changed since. */
export const audiences: Record<AudienceType, (kind: NotificationKind) => SQL> = {
  window: (kind) => toldOf(kind, sql`(m.audience->>'id')::uuid`),
};
