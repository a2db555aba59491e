import type { ComponentType } from 'react';
import type { Action } from '../../../domain/access/permissions.ts';
import type { ManagedReport } from '../../../domain/report-management/contract.ts';
import type { TextKey } from '../../i18n.ts';

/** Props of every tab of `/{id}/management/view`; a tab reads, saves and guards what it edits by itself. */
export type ReportTabProps = { report: ManagedReport };
export type ReportTab = {
  /** Its value in `?tab=`. */
  id: string;
  label: TextKey;
  Panel: ComponentType<ReportTabProps>;
  /** The permission the tab needs; without it, every user of this page has the tab. */
  needs?: Action;
  /** The kind of report that has the tab; without it, both have. */
  kind?: ManagedReport['kind'];
};
