import { can } from '../../../domain/access/permissions.ts';
import { ManageFrame } from '../../features/report-management/ManageFrame.tsx';
import { ExternalViewer } from '../../features/reports/ExternalViewPage.tsx';
import { Viewer } from '../../features/reports/ReportViewPage.tsx';
import { usePathId } from '../address/address.ts';
import { reportTabs } from '../parts/report-tabs.ts';
import { useWho } from '../session/session.ts';
import { ReportTest } from './ReportTest.tsx';

/** `/{id}/management/view`: one report as its viewers see it, next to its management tools (BEHAVIOUR 16). */
export function ReportManageRoute() {
  const id = usePathId();
  const who = useWho();
  const tabs = reportTabs.filter(({ needs }) => !needs || (who !== null && can(who, needs)));
  return (
    <ManageFrame
      key={id}
      id={id}
      tabs={tabs}
      viewer={(kind, extra) =>
        kind === 'external' ? (
          <ExternalViewer id={id} extra={extra} managing />
        ) : (
          <>
            <ReportTest id={id} />
            <Viewer id={id} extra={extra} managing />
          </>
        )
      }
    />
  );
}
