import { lazy, useState } from 'react';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { TellAdministrator } from '../../app/notices/TellAdministrator.tsx';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFileUpload, IconPlus, IconTableImport } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { WindowDrawer } from '../maintenance/index.ts';
import { GiveManyDrawer } from '../report-access/index.ts';
import { DeleteReports } from './DeleteReports.tsx';
import { type Asking, ManagedList } from './ManagedList.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { usePlaces } from './queries.ts';
import { useManagedAddress } from './use-managed-address.ts';
import './manage.css';

const AddReport = lazy(() => import('./AddReport.tsx').then((module) => ({ default: module.AddReport })));
const ImportWizard = lazy(() => import('./import/ImportWizard.tsx').then((module) => ({ default: module.ImportWizard })));
const UploadWizard = lazy(() => import('./import/UploadWizard.tsx').then((module) => ({ default: module.UploadWizard })));

/** `/management/report`, and `/report/a2m` on the platform: the managed reports; `?import=1` publishes, `?import=file` uploads files. */
export function ReportManagementPage() {
  const { t } = useTranslation();
  const address = useManagedAddress();
  const { list, ordered, orderable } = address;
  const { import: importing, new: adding } = list.values;
  const [asking, setAsking] = useState<(Asking & { opened: boolean; turn: number }) | null>(null);
  const closeWizard = () => list.change({ import: undefined });
  const title = t(useWho()?.profile === 'a2m' ? 'reports.platform' : 'manage.title');
  useBreadcrumb([{ label: t('manage.crumb') }, { label: title }]);
  const mayAdd = usePlaces()?.mayAdd ?? true;
  if (importing && mayAdd) {
    return (
      <div className="page manage-page">
        <Part>{importing === 'file' ? <UploadWizard onClose={closeWizard} /> : <ImportWizard onClose={closeWizard} />}</Part>
      </div>
    );
  }
  const reason = mayAdd ? null : t('reports_not_allowed');
  const actions = (
    <>
      <Button icon={IconPlus} disabledReason={reason} onClick={() => list.change({ new: '1' })}>
        {t('manage.new')}
      </Button>
      <Button icon={IconFileUpload} disabledReason={reason} onClick={() => list.change({ import: 'file' })}>
        {t('manage.upload')}
      </Button>
      <Button kind="primary" icon={IconTableImport} disabledReason={reason} onClick={() => list.change({ import: '1' })}>
        {t('manage.import')}
      </Button>
    </>
  );
  const hint = orderable ? t('manage.order.hint') : ordered ? t('manage.order.ofGroup') : t('manage.order.elsewhere');
  const shut = () => setAsking((now) => now && { ...now, opened: false });
  return (
    <div className="page manage-page">
      <PageHeader title={title} text={hint} actions={actions} />
      {!mayAdd && (
        <Notice tone="warn" action={<TellAdministrator size="s" problem="no_reports" />}>
          {t('reports_not_allowed')}
        </Notice>
      )}
      <ManagedList
        address={address}
        onAsk={(next) => setAsking((before) => ({ ...next, opened: true, turn: (before?.turn ?? 0) + 1 }))}
        onCreate={() => mayAdd && list.change({ new: '1' })}
        emptyActions={<div className="row row-wrap">{actions}</div>}
      />
      <Part>
        <AddReport
          opened={adding === '1' && mayAdd}
          onClose={() => list.change({ new: undefined })}
          onImport={() => list.change({ new: undefined, import: '1' })}
        />
      </Part>
      {asking?.what === 'move' && <MoveDialog key={asking.turn} {...asking} onClose={shut} />}
      {asking?.what === 'maintain' && (
        <Part>
          <WindowDrawer
            key={asking.turn}
            opened={asking.opened}
            id={null}
            about={{ target: 'report', items: asking.rows.map(({ id, title }) => ({ id, name: title })) }}
            onClose={shut}
          />
        </Part>
      )}
      {asking?.what === 'give' && (
        <Part>
          <GiveManyDrawer
            key={asking.turn}
            opened={asking.opened}
            reports={asking.rows.map(({ id, title }) => ({ id, title }))}
            onDone={asking.onDone}
            onClose={shut}
          />
        </Part>
      )}
      {asking?.what === 'delete' && <DeleteReports key={asking.turn} {...asking} onClose={shut} />}
    </div>
  );
}
