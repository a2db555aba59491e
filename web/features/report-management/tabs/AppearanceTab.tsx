import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { coverKinds, maxCoverBytes } from '../../../../domain/report-management/limits.ts';
import { call } from '../../../app/data/api.ts';
import { useSave } from '../../../app/data/use-save.ts';
import type { ReportTabProps } from '../../../app/parts/report-tab.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/Cover.tsx';
import { IconPhotoUp, IconTrash } from '../../../ui/icons.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { readBase64 } from '../../../ui/read-base64.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { toast } from '../../../ui/toast.ts';
import { refreshReports } from '../queries.ts';
import { useReportForm } from '../report-form.tsx';
import { Switches } from './Switches.tsx';

const accepted = 'image/png,image/jpeg,image/webp';

/** The report's appearance: its cover, and the viewer's controls around it. */
export function AppearanceTab({ report }: ReportTabProps) {
  const { t } = useTranslation();
  const { draft, set, getError } = useReportForm();
  const powerbi = report.kind === 'powerbi';
  return (
    <>
      <CoverSection report={report} />
      <section>
        <SectionHeader title={t('manage.appearance.viewer')} />
        {powerbi && <Switches tab="appearance" links={false} />}
        <Switches tab="appearance" links />
      </section>
      <div className="manage-fields">
        {powerbi && (
          <div>
            <p className="manage-label">{t('manage.field.orientation')}</p>
            <p className="small muted">{t('manage.help.orientation')}</p>
            <Segmented
              label={t('manage.field.orientation')}
              segments={(['auto', 'landscape', 'portrait'] as const).map((value) => ({ value, label: t(`manage.orientation.${value}`) }))}
              value={draft.orientation}
              onChange={(value) => set('orientation', value)}
            />
          </div>
        )}
        {powerbi && (
          <TextInput
            label={
              <>
                {t('manage.field.resolution')} <span className="muted">{t('ui.form.optional')}</span>
              </>
            }
            description={t('manage.help.resolution')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="1920x1080"
            value={draft.resolution ?? ''}
            onChange={(event) => set('resolution', event.currentTarget.value.trim().toLowerCase().replace('×', 'x') || null)}
            error={getError('resolution')}
            maxLength={11}
            autoComplete="off"
          />
        )}
        <Select
          label={t('manage.field.watermark')}
          description={t('manage.help.watermark')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={(['inherit', 'on', 'off'] as const).map((value) => ({ value, label: t(`manage.watermark.${value}`) }))}
          value={draft.watermark}
          onChange={(value) => set('watermark', value === 'on' || value === 'off' ? value : 'inherit')}
          allowDeselect={false}
          withScrollArea={false}
        />
      </div>
    </>
  );
}

/** An uploaded picture, saved immediately, or one of the drawn covers, saved with the form. */
function CoverSection({ report }: ReportTabProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useReportForm();
  const { draft, set } = form;
  const input = useRef<HTMLInputElement>(null);
  const { save, busy, problem, refuse } = useSave();
  const { file } = report.cover;
  const hue = report.group?.hue ?? 0;
  const done = (version: number, text: string) => {
    form.moved(version);
    refreshReports(client);
    toast.success(text);
  };
  const upload = (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (!picked) return;
    if (!accepted.includes(picked.type) || picked.type === '') return refuse(t('manage.cover.wrongType'));
    if (picked.size > maxCoverBytes) return refuse(t('manage.cover.tooBig'));
    void save(async () => {
      const { version } = await call('PUT /api/auth/management/reports/{id}/cover', { id: report.id, data: await readBase64(picked) });
      done(version, t('manage.cover.uploaded'));
    });
  };
  const remove = () =>
    void save(async () => {
      const { version } = await call('DELETE /api/auth/management/reports/{id}/cover', { id: report.id });
      done(version, t('manage.cover.removed'));
    });
  return (
    <section>
      <SectionHeader title={t('manage.cover.title')} />
      <div className="manage-cover">
        <Cover seed={report.id} hue={hue} picture={file && `/storage/${file}`} kind={draft.coverKind} width={440} height={130} />
      </div>
      <div className="row row-wrap manage-go">
        <Button icon={IconPhotoUp} loading={busy} onClick={() => input.current?.click()}>
          {t(file ? 'manage.cover.replace' : 'manage.cover.upload')}
        </Button>
        {file && (
          <Button icon={IconTrash} onClick={remove}>
            {t('manage.cover.remove')}
          </Button>
        )}
        <input ref={input} type="file" accept={accepted} hidden onChange={upload} aria-label={t('manage.cover.upload')} />
      </div>
      <p className="small muted">{t('manage.cover.help')}</p>
      {problem && <Notice tone="err">{problem.text}</Notice>}
      {!file && (
        // biome-ignore lint/a11y/useSemanticElements: a grid of pictures to choose from.
        <div className="manage-covers" role="group" aria-label={t('manage.cover.drawn')}>
          {coverKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className="manage-cover-choice"
              aria-pressed={draft.coverKind === kind}
              aria-label={t(`manage.cover.${kind}`)}
              data-tip={t(`manage.cover.${kind}`)}
              onClick={() => set('coverKind', kind)}
            >
              <Cover seed={report.id} hue={hue} kind={kind} width={120} height={64} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
