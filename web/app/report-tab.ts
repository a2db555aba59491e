import type { ComponentType } from 'react';
import type { Action } from '../../domain/access/permissions.ts';
import type { ManagedReport } from '../../domain/report-management/contract.ts';
import type { TextKey } from '../i18n.ts';

/** What every tab of `/{id}/management/view` gets; what it edits itself, it also reads, saves and guards itself. */
export type ReportTabProps = { report: ManagedReport };
export type ReportTab = {
  /** Its word in `?tab=`. */
  id: string;
  label: TextKey;
  Panel: ComponentType<ReportTabProps>;
  /** Only for who may do this; for everybody here without it. */
  needs?: Action;
  /** Only for reports of this kind; for both without it. */
  kind?: ManagedReport['kind'];
};
