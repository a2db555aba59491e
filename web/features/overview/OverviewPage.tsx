import { useSuspenseQuery } from '@tanstack/react-query';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { isInMenu } from '../../app/shell/menu.ts';
import { useShellMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CardsSkeleton } from '../../ui/Skeletons.tsx';
import { useTheme } from '../../ui/UiProvider.tsx';
import { Checklist } from './Checklist.tsx';
import { Entries } from './Entries.tsx';
import { Figures } from './Figures.tsx';
import { overviewQuery } from './loader.ts';
import { Needs } from './Needs.tsx';
import { stepHref } from './places.ts';
import './overview.css';

/** `/?area=manage`: pending setup steps, then waiting tasks, then usage. */
export function OverviewPage() {
  const { t } = useTranslation();
  const title = t('overview.title');
  useBreadcrumb([{ label: t('shell.mode.manage') }, { label: title }]);
  return (
    <div className="page overview">
      <PageHeader
        title={title}
        text={
          <Reading waiting={() => null} failure={() => null}>
            <Lead />
          </Reading>
        }
      />
      <Reading waiting={(onRetry) => <CardsSkeleton count={4} onRetry={onRetry} />}>
        <Content />
      </Reading>
    </div>
  );
}

function useOverview() {
  const { menu } = useShellMenu();
  const { data, dataUpdatedAt } = useSuspenseQuery(overviewQuery);
  // A step without a page in this portal is not shown; the layer above controls the look then.
  const steps = data.steps.filter((step) => step.done || isInMenu(menu, stepHref[step.name]));
  return { overview: data, now: new Date(dataUpdatedAt), steps, setUp: steps.every((step) => step.done) };
}

function Lead() {
  const { t } = useTranslation();
  const { name } = useTheme();
  const { setUp } = useOverview();
  return t(setUp ? 'overview.text' : 'overview.text.first', { name });
}

function Content() {
  const { menu } = useShellMenu();
  const { overview, now, steps, setUp } = useOverview();
  const hasUnits = isInMenu(menu, '/companies');
  return (
    <>
      {!setUp && <Checklist steps={steps} />}
      <Figures overview={overview} />
      <div className={overview.entries.length > 0 || hasUnits ? 'overview-pair' : undefined}>
        <Needs needs={overview.needs} />
        {hasUnits && <Entries entries={overview.entries} now={now} />}
      </div>
    </>
  );
}
