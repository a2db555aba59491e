import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatList } from '../../../../domain/format/number.ts';
import type { ManagedReport } from '../../../../domain/report-management/contract.ts';
import { call } from '../../../app/data/api.ts';
import { useSave } from '../../../app/data/use-save.ts';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { isInMenu } from '../../../app/shell/menu.ts';
import { useShellMenu } from '../../../app/shell/use-shell.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { IconArrowsExchange } from '../../../ui/icons.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { toast } from '../../../ui/toast.ts';
import { UiLink } from '../../../ui/UiLink.tsx';
import { type Source, WorkspacePicker } from '../import/WorkspacePicker.tsx';
import { refreshReports, serviceReportsQuery } from '../queries.ts';
import { useReportForm } from '../report-form.tsx';
import '../import/wizard.css';

/** The report's source at the service, and rebinding it to another one. */
export function SourceSection({ report }: { report: ManagedReport }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { menu } = useShellMenu();
  return (
    <section>
      <SectionHeader title={t('manage.source.title')} />
      <dl className="manage-facts small">
        <div>
          <dt>{t('manage.import.account')}</dt>
          <dd>
            {report.account && isInMenu(menu, '/powerbi') ? (
              <UiLink href={`/powerbi?id=${report.account.id}`}>{report.account.name}</UiLink>
            ) : (
              (report.account?.name ?? '–')
            )}
          </dd>
        </div>
        <div>
          <dt>{t('manage.import.workspace')}</dt>
          <dd>{report.workspace?.name ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('manage.source.id')}</dt>
          <dd className="num">{report.serviceReportId ?? '–'}</dd>
        </div>
      </dl>
      <Button icon={IconArrowsExchange} className="manage-go" onClick={() => setOpened(true)}>
        {t('manage.source.rebind')}
      </Button>
      <RebindDrawer report={report} opened={opened} onClose={() => setOpened(false)} />
    </section>
  );
}

function RebindDrawer({ report, opened, onClose }: { report: ManagedReport; opened: boolean; onClose: () => void }) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const form = useReportForm();
  const [source, setSource] = useState<Source | null>(null);
  const [serviceId, setServiceId] = useState<string | null>(null);
  const { save, busy, problem, refuse, clear } = useSave();
  const close = () => {
    setSource(null);
    setServiceId(null);
    clear();
    onClose();
  };
  const submit = async () => {
    if (!source?.workspace || !serviceId) return refuse(t('manage.source.choose'));
    const { workspace, accountId } = source;
    await save(async () => {
      const bound = await call('PUT /api/auth/management/reports/{id}/source', {
        ...{ id: report.id, version: report.version, serviceId },
        ...{ accountId, workspaceId: workspace.id },
      });
      form.moved(bound.version);
      refreshReports(client);
      void client.invalidateQueries({ queryKey: ['embed', report.id] });
      if (bound.lost.length > 0) {
        toast.warning(t('manage.source.done'), { text: t('manage.source.lost', { pages: formatList(language, bound.lost) }) });
      } else toast.success(t('manage.source.done'), { text: t('manage.source.kept') });
      close();
    });
  };
  return (
    <FormDrawer
      opened={opened}
      title={t('manage.source.rebind')}
      text={t('manage.source.text')}
      dirty={serviceId !== null}
      saving={busy}
      submitLabel={t('manage.source.submit')}
      problem={problem?.text}
      onSubmit={submit}
      onClose={close}
    >
      {opened && (
        <WorkspacePicker
          source={source}
          onChange={(next) => {
            setSource(next);
            setServiceId(null);
          }}
        />
      )}
      {source?.workspace && (
        <Reading key={`${source.accountId}/${source.workspace.id}`} waiting={(onRetry) => <ListSkeleton count={3} onRetry={onRetry} />}>
          <OneReport accountId={source.accountId} workspaceId={source.workspace.id} chosen={serviceId} onChoose={setServiceId} />
        </Reading>
      )}
    </FormDrawer>
  );
}

type OneProps = { accountId: string; workspaceId: string; chosen: string | null; onChoose: (id: string) => void };

function OneReport({ accountId, workspaceId, chosen, onChoose }: OneProps) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(serviceReportsQuery(accountId, workspaceId));
  return (
    <fieldset className="manage-choices">
      <legend className="manage-label">{t('manage.import.reports')}</legend>
      <ul className="plain-list manage-workspaces">
        {data.items.map((item) => (
          <li key={item.id}>
            <label className="manage-choice">
              <input type="radio" name="service-report" checked={item.id === chosen} onChange={() => onChoose(item.id)} />
              <span>{item.name}</span>
            </label>
          </li>
        ))}
        {data.items.length === 0 && <li className="muted small">{t('manage.import.noReports')}</li>}
      </ul>
    </fieldset>
  );
}
