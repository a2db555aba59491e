import { UsagePanel } from './UsagePanel.tsx';

/** Usage of one report. */
export function UsageTab({ report }: { report: { id: string } }) {
  return <UsagePanel report={report.id} />;
}
