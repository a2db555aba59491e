import { type GrantedReport, releases } from '../../../domain/report-access/grant-rule.ts';
import { translate } from '../../i18n.ts';
import { confirm } from '../confirm.ts';

type Asked = { report: GrantedReport & { title: string }; mayRelease: boolean; who: string; filters: number };

/** The second confirmation of a grant that shows more than the author intended, listing what becomes visible; true where none is needed. */
export async function confirmRelease({ report, mayRelease, who, filters }: Asked): Promise<boolean> {
  if (!releases(report)) return true;
  // Without the permission the server refuses, and the form shows its message.
  if (!mayRelease) return true;
  return confirm({
    title: translate('access.release.ask', { name: report.title }),
    text: translate(filters > 0 ? 'access.release.askFiltered' : 'access.release.askText', { who }),
    yes: translate('access.release.yes'),
    no: translate('ui.cancel'),
    danger: true,
  });
}
