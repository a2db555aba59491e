import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import type { ManagedReport } from '../../../domain/report-management/contract.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import type { ReportTab } from '../../app/parts/report-tab.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconEyeOff, IconSettings, IconX } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ViewerState } from '../../ui/ViewerState.tsx';
import { oneQuery } from './loader.ts';
import { listPath } from './paths.ts';
import { type ReportForm, ReportFormProvider } from './report-form.tsx';
import './manage.css';

type Props = {
  id: string;
  tabs: readonly ReportTab[];
  /** The report as its viewers see it; `extra` is added to its bar. */
  viewer: (kind: ManagedReport['kind'], extra: ReactNode) => ReactNode;
};

/** One report and its management tools: side by side where there is room, otherwise one replaces the other. `?tab=` opens them. */
export function ManageFrame({ id, tabs, viewer }: Props) {
  const { t } = useTranslation();
  const change = useSetSearch();
  const profile = useWho()?.profile;
  const { tab } = useSearchValues();
  // No suspense: the report opens before its management data arrive.
  const { data, error, refetch } = useQuery(oneQuery(id));
  const roomy = useMediaQuery('(min-width: 1100px)', undefined, { getInitialValueInEffect: false }) ?? true;
  const open = tab !== undefined;
  const title = data?.title ?? '';
  useBreadcrumb([{ label: t('manage.crumb') }, { label: t('manage.title'), href: listPath(profile) }, { label: title }]);

  if (error && !data) {
    const missing = error instanceof ApiError && error.httpStatus === 404;
    return (
      <div className="page inside-state">
        <ViewerState
          heading="h1"
          seed="lost"
          title={missing ? t('manage.gone') : t('ui.error.part')}
          cause={missing ? t('manage.goneText') : errorText(error)}
          actions={
            <>
              {!missing && <Button onClick={() => void refetch()}>{t('ui.retry')}</Button>}
              <ButtonLink kind="primary" href={listPath(profile)}>
                {t('manage.toList')}
              </ButtonLink>
            </>
          }
        />
      </div>
    );
  }
  const opener = open ? null : (
    <Button size="s" icon={IconSettings} onClick={() => change({ tab: 'data' })}>
      {t('manage.open')}
    </Button>
  );
  const seen = data?.hidden ? <HiddenReport title={title} extra={opener} /> : viewer(data?.kind ?? 'powerbi', opener);
  return (
    <div className="manage" data-open={open || undefined}>
      {(roomy || !open) && <div className="manage-view">{seen}</div>}
      {open && (
        <Tools
          id={id}
          tabs={tabs}
          tab={tab}
          known={data}
          heading={roomy ? 'h2' : 'h1'}
          onTab={(next) => change({ tab: next }, { replace: true })}
          onClose={() => change({ tab: undefined })}
        />
      )}
    </div>
  );
}

function HiddenReport({ title, extra }: { title: string; extra: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="viewer">
      <header className="viewer-bar">
        <h1 id="page-title" tabIndex={-1} className="viewer-name">
          {title}
        </h1>
        <div className="viewer-tools push">{extra}</div>
      </header>
      <div className="viewer-slot" id="report">
        <ViewerState seed="closed" title={t('manage.hidden.title')} cause={t('manage.hidden.text')} />
      </div>
    </div>
  );
}

type PanelProps = { id: string; tabs: readonly ReportTab[]; tab: string; onTab: (tab: string) => void };
type ToolsProps = PanelProps & {
  /** For the head, which does not wait for it. */
  known: ManagedReport | undefined;
  heading: 'h1' | 'h2';
  onClose: () => void;
};

function Tools({ known, heading: Heading, onClose, ...panel }: ToolsProps) {
  const { t } = useTranslation();
  return (
    <aside className="manage-tools" aria-label={t('manage.tools')}>
      <header className="manage-head">
        <div className="manage-words">
          <Heading id={Heading === 'h1' ? 'page-title' : undefined} tabIndex={Heading === 'h1' ? -1 : undefined} className="manage-title">
            {known?.title ?? t('ui.loading')}
          </Heading>
          {known?.hidden && (
            <p className="muted small manage-fact">
              <IconEyeOff size={15} stroke={1.8} aria-hidden="true" />
              {t('manage.hidden.word')}
            </p>
          )}
        </div>
        <IconButton icon={IconX} label={t('manage.close')} onClick={onClose} />
      </header>
      <Reading
        waiting={(onRetry) => (
          <div className="manage-panel">
            <ListSkeleton count={5} onRetry={onRetry} />
          </div>
        )}
      >
        <Panel {...panel} />
      </Reading>
    </aside>
  );
}

/** The tabs over one form of the report, and the bar that counts its changes. */
function Panel({ id, tabs, tab, onTab }: PanelProps) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(oneQuery(id));
  const shown = tabs.filter(({ kind }) => !kind || kind === data.kind);
  const current = shown.find((each) => each.id === tab) ?? shown[0];
  if (!current) return null;
  return (
    <ReportFormProvider report={data}>
      {(form) => (
        <>
          <Tabs
            label={t('manage.tools')}
            tabs={shown.map((each) => ({ id: each.id, label: t(each.label) }))}
            value={current.id}
            onChange={onTab}
          >
            <div className="manage-panel">
              <SaveProblem form={form} />
              <Suspense fallback={<ListSkeleton count={5} />}>
                <current.Panel key={current.id} report={data} />
              </Suspense>
            </div>
          </Tabs>
          <SaveBar
            changes={form.changed.length}
            errors={form.errors}
            saving={form.saving}
            onSave={() => void form.save()}
            onDiscard={form.discard}
          />
        </>
      )}
    </ReportFormProvider>
  );
}

function SaveProblem({ form: { problem, reload } }: { form: ReportForm }) {
  const { t } = useTranslation();
  if (!problem) return null;
  return (
    <Notice tone="err">
      <SaveRefusal refusal={problem} changedText={t('manage.changed')} reloadLabel={t('manage.reload')} onReload={reload} />
    </Notice>
  );
}
