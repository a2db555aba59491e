import { sql } from 'drizzle-orm';
import type { RowOf } from '../../../db/raw.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import type { OpenView } from '../../../domain/report-views/view.ts';

/** The result of `viewColumns`. */
export const viewShape = {
  id: 'uuid',
  report_id: 'uuid',
  name: 'text',
  mine: 'bool',
  shared: 'bool',
  owner: 'text',
  version: 'int4',
  state: 'text',
  page: 'text?',
  page_title: 'text?',
  rest: 'text',
} as const;
export type ViewRow = RowOf<typeof viewShape>;

/** Columns of a view v as it opens. */
export const viewColumns = sql`v.id, v.report_id, v.name, v.user_id = (select app.user_id()) as mine, v.shared,
  (select u.name from users u where u.tenant_id = v.tenant_id and u.id = v.user_id) as owner,
  v.version, v.state, v.page, v.page_title, v.rest`;

/** The views v that this user may open. */
export const openToMe = sql`(v.user_id = (select app.user_id()) or v.shared)`;

export const presentView = (row: ViewRow): OpenView => ({
  id: row.id,
  reportId: row.report_id,
  name: row.name,
  mine: toFlag(row.mine),
  shared: toFlag(row.shared),
  owner: row.owner,
  version: row.version,
  state: row.state,
  page: row.page,
  pageTitle: row.page_title,
  rest: row.rest,
});
