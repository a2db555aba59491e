import { useQuery } from '@tanstack/react-query';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { isInMenu } from '../../app/shell/menu.ts';
import { useShellMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CardsSkeleton } from '../../ui/Skeletons.tsx';
import { useTheme } from '../../ui/UiProvider.tsx';
import { Checklist } from './Checklist.tsx';
import { Entries } from './Entries.tsx';
import { Figures } from './Figures.tsx';
import { Needs } from './Needs.tsx';
import { stepHref } from './places.ts';
import { overviewQuery } from './queries.ts';
import './overview.css';

/** `/?area=manage`: pending setup steps, then waiting tasks, then usage. */
export function OverviewPage() {
  const { t } = useTranslation();
  const { menu } = useShellMenu();
  const { name } = useTheme();
  const { data, error, refetch, dataUpdatedAt } = useQuery(overviewQuery);
  const title = t('overview.title');
  useBreadcrumb([{ label: t('shell.mode.manage') }, { label: title }]);
  // A step without a page in this portal is not shown; the layer above controls the look then.
  const steps = data?.steps.filter((step) => step.done || isInMenu(menu, stepHref[step.name])) ?? [];
  const setUp = steps.every((step) => step.done);
  return (
    <div className="page overview">
      <PageHeader title={title} text={data && t(setUp ? 'overview.text' : 'overview.text.first', { name })} />
      {!data && error && <ErrorState requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />}
      {!data && !error && <CardsSkeleton count={4} onRetry={() => void refetch()} />}
      {data && (
        <>
          {!setUp && <Checklist steps={steps} />}
          <Figures overview={data} />
          <div className={data.entries.length > 0 || isInMenu(menu, '/companies') ? 'overview-pair' : undefined}>
            <Needs needs={data.needs} />
            {isInMenu(menu, '/companies') && <Entries entries={data.entries} now={new Date(dataUpdatedAt)} />}
          </div>
        </>
      )}
    </div>
  );
}
