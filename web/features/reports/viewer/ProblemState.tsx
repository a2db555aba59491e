import { Suspense } from 'react';
import { can } from '../../../../domain/access/permissions.ts';
import type { ReportView } from '../../../../domain/reports/contract.ts';
import { usePathId } from '../../../app/address/address.ts';
import { useConfig } from '../../../app/data/use-config.ts';
import { TellAdministrator } from '../../../app/notices/TellAdministrator.tsx';
import { useWho } from '../../../app/session/session.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { IconRefresh } from '../../../ui/icons.ts';
import { ViewerState } from '../../../ui/ViewerState.tsx';
import { AskForAccess } from '../../catalogs/index.ts';
import { TellWhenBack } from '../../maintenance/index.ts';
import { whyAddress } from '../../report-access/index.ts';
import { untilWords } from '../data-words.ts';
import type { Problem } from '../layer/service-errors.ts';
import { placePath } from '../paths.ts';
import { useClock } from '../use-clock.ts';
import { problemToTell, problemWords } from './problem-words.ts';

type Props = { problem: Problem; report: ReportView | undefined; heading?: 'h1' | 'h2'; onRetry: () => void };

/** Shown in the place of a report that cannot be shown: what happened, why, what to do next, and the code for support. */
export function ProblemState({ problem, report, heading, onRetry }: Props) {
  const { t } = useTranslation();
  const who = useWho();
  const clock = useClock();
  const words = problemWords(problem, who?.user.mayManage ?? false);
  const id = usePathId();
  const { hidden_menu = [] } = useConfig();
  // The link may come from someone with access; the catalog decides whether this user can request it.
  const asks = problem.code === 'not_found' && who !== null && can(who, 'catalogs.ask') && !hidden_menu.includes('catalogs');
  // Users who manage access get the cause of their own refusal, with links to where it is fixed (BEHAVIOUR 15, row 5).
  const explains = problem.code === 'rls_identity_missing' && who !== null && can(who, 'grants.manage') && who.user.id;
  const tells = problemToTell(problem);
  const maintenance = problem.code === 'report_in_maintenance' ? report?.maintenance : null;
  const place = placePath(report, who?.profile);
  const home = who?.profile === 'a2m' ? '/report/a2m' : '/';
  return (
    <ViewerState
      heading={heading}
      title={maintenance?.title || t(words.title)}
      cause={maintenance?.text || t(words.text)}
      next={maintenance && t('reports.state.maintenanceUntil', { when: untilWords(maintenance.until, clock) })}
      actions={
        <>
          {maintenance && report && (
            <Suspense>
              <TellWhenBack reportId={report.id} />
            </Suspense>
          )}
          {words.retry && (
            <Button icon={IconRefresh} onClick={onRetry}>
              {t('reports.viewer.again')}
            </Button>
          )}
          {explains && (
            <ButtonLink kind="primary" href={whyAddress(id, explains)}>
              {t('access.why.action')}
            </ButtonLink>
          )}
          {tells && <TellAdministrator key={tells} kind="primary" report={id} problem={tells} code={problem.requestId} />}
          {asks && (
            <Suspense>
              <AskForAccess reportId={id} />
            </Suspense>
          )}
          <ButtonLink href={report ? place : home}>{t(report ? 'reports.viewer.toGroup' : 'reports.viewer.toHome')}</ButtonLink>
          {problem.requestId && <CopyButton text={problem.requestId}>{t('ui.requestId', { id: problem.requestId })}</CopyButton>}
        </>
      }
    />
  );
}
