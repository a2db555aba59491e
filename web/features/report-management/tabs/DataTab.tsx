import { Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  maxCatalogDescriptionLength,
  maxDescriptionLength,
  maxTitleLength,
  maxUrlLength,
} from '../../../../domain/report-management/limits.ts';
import { call } from '../../../app/data/api.ts';
import { useSave } from '../../../app/data/use-save.ts';
import type { ReportTabProps } from '../../../app/parts/report-tab.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconEyeOff, IconRefresh } from '../../../ui/icons.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { toast } from '../../../ui/toast.ts';
import { CustomInputs } from '../../custom-fields/index.ts';
import { PlaceFields } from '../PlaceFields.tsx';
import { refreshReports, useOwners } from '../queries.ts';
import { useReportForm } from '../report-form.tsx';
import { DeleteSection } from './DeleteSection.tsx';
import { LanguageTexts } from './LanguageTexts.tsx';
import { RestrictionSection } from './RestrictionSection.tsx';
import { SourceSection } from './SourceSection.tsx';
import { Switches } from './Switches.tsx';

const settleMs = 200;
const noOwner = 'none';

/** The report's data: texts in every language, group, owner, source and where it is listed. */
export function DataTab({ report }: ReportTabProps) {
  const { t } = useTranslation();
  const form = useReportForm();
  const { draft, set, getError } = form;
  return (
    <>
      {draft.hidden && (
        <Notice
          tone="warn"
          icon={IconEyeOff}
          action={
            <Button size="s" onClick={() => set('hidden', false)}>
              {t('manage.action.show')}
            </Button>
          }
        >
          {t('manage.hidden.tools')}
        </Notice>
      )}
      <div className="manage-fields">
        <TextInput
          label={t('manage.field.title')}
          value={draft.title}
          onChange={(event) => set('title', event.currentTarget.value)}
          error={getError('title')}
          maxLength={maxTitleLength}
          autoComplete="off"
        />
        <Textarea
          label={
            <>
              {t('manage.field.description')} <span className="muted">{t('ui.form.optional')}</span>
            </>
          }
          value={draft.description}
          onChange={(event) => set('description', event.currentTarget.value)}
          maxLength={maxDescriptionLength}
          autosize
          minRows={2}
          maxRows={8}
        />
        <LanguageTexts />
        <PlaceFields
          groupId={draft.groupId}
          subgroupId={draft.subgroupId}
          error={getError('groupId') ?? getError('subgroupId')}
          onChange={({ groupId, subgroupId }) => {
            set('groupId', groupId);
            set('subgroupId', subgroupId);
          }}
        />
        <OwnerField current={report.owner} />
        {report.kind === 'external' && <LinkField report={report} />}
      </div>
      {form.custom.fields.length > 0 && (
        <section>
          <SectionHeader title={t('customFields.section')} />
          <CustomInputs
            {...form.custom}
            values={draft.custom}
            onChange={(key, value) => {
              const { [key]: _, ...others } = draft.custom;
              set('custom', value === null || value.length === 0 ? others : { ...others, [key]: value });
            }}
          />
        </section>
      )}
      {report.kind === 'powerbi' && <SourceSection report={report} />}
      {report.kind === 'powerbi' && <RestrictionSection report={report} />}
      <section>
        <SectionHeader title={t('manage.listing')} />
        <Switches tab="data" links />
        {draft.onCatalog && (
          <Textarea
            label={t('manage.field.catalogDescription')}
            description={t('manage.help.catalogDescription')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.catalogDescription}
            onChange={(event) => set('catalogDescription', event.currentTarget.value)}
            maxLength={maxCatalogDescriptionLength}
            autosize
            minRows={2}
            maxRows={6}
          />
        )}
        {draft.onCatalog && draft.ignoreRlsRole !== null && <Notice tone="err">{t('manage.rls.onCatalog')}</Notice>}
      </section>
      <DeleteSection report={report} />
    </>
  );
}

function OwnerField({ current }: { current: ReportTabProps['report']['owner'] }) {
  const { t } = useTranslation();
  const { draft, set, getError } = useReportForm();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  const owners = useOwners(wanted === current?.name ? '' : wanted);
  const [chosen, setChosen] = useState(current);
  const people = new Map([...(chosen ? [chosen] : []), ...(current ? [current] : []), ...(owners ?? [])].map(({ id, name }) => [id, name]));
  return (
    <Select
      label={t('manage.field.ownerId')}
      description={t('manage.help.owner')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[{ value: noOwner, label: t('manage.field.noOwner') }, ...[...people].map(([value, label]) => ({ value, label }))]}
      value={draft.ownerId ?? noOwner}
      onChange={(id) => {
        setChosen(id && id !== noOwner ? { id, name: people.get(id) ?? '' } : null);
        set('ownerId', id === noOwner ? null : id);
      }}
      error={getError('ownerId')}
      searchable
      onSearchChange={setSearch}
      filter={({ options }) => options}
      allowDeselect={false}
      nothingFoundMessage={owners ? t('manage.filter.none') : t('ui.loading')}
      withScrollArea={false}
      classNames={{ options: 'group-options' }}
    />
  );
}

/** The address of an external report, whether its site allows framing, and a way to check again. */
function LinkField({ report }: ReportTabProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { draft, set, getError } = useReportForm();
  const { save, busy } = useSave({ refusal: 'toast' });
  const ask = () =>
    save(async () => {
      const { link } = await call('POST /api/auth/management/reports/{id}/link', { id: report.id });
      refreshReports(client);
      toast.info(t(`manage.link.${link}`));
    });
  const changed = draft.externalUrl !== report.externalUrl;
  return (
    <div>
      <TextInput
        label={t('manage.field.externalUrl')}
        type="url"
        inputMode="url"
        value={draft.externalUrl ?? ''}
        onChange={(event) => set('externalUrl', event.currentTarget.value)}
        error={getError('externalUrl')}
        maxLength={maxUrlLength}
        autoComplete="off"
      />
      <div className="manage-link small">
        <span className="muted">
          {changed ? t('manage.link.whenSaved') : t(report.externalFrames ? 'manage.link.frames' : 'manage.link.tab')}
        </span>
        {!changed && (
          <Button size="s" icon={IconRefresh} loading={busy} onClick={() => void ask()}>
            {t('manage.link.again')}
          </Button>
        )}
      </div>
    </div>
  );
}
