import { type ReportTab, reportSwitches, switchNames } from '../../../../domain/report-management/fields.ts';
import { useTranslation } from '../../../i18n.ts';
import { SwitchRow } from '../../../ui/SwitchRow.tsx';
import { useReportForm } from '../report-form.tsx';

/** The switches of a tab: those that external links have too, or those of Power BI reports alone. */
export function Switches({ tab, links }: { tab: ReportTab; links: boolean }) {
  const { t } = useTranslation();
  const { draft, set } = useReportForm();
  return switchNames
    .filter((name) => reportSwitches[name].tab === tab && reportSwitches[name].links === links)
    .map((name) => (
      <SwitchRow
        key={name}
        label={t(`manage.field.${name}`)}
        text={t(`manage.help.${name}`)}
        checked={draft[name]}
        onChange={(on) => set(name, on)}
      />
    ));
}
