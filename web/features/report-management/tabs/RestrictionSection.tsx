import { Radio, TextInput } from '@mantine/core';
import type { ManagedReport } from '../../../../domain/report-management/contract.ts';
import { useTranslation } from '../../../i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { SwitchRow } from '../../../ui/SwitchRow.tsx';
import { useReportForm } from '../report-form.tsx';
import { Switches } from './Switches.tsx';

/** Filters and RLS, ignoring RLS by a role without a filter, and editing in place (Spec 3; REPORT_SERVICE T13). */
export function RestrictionSection({ report }: { report: ManagedReport }) {
  const { t } = useTranslation();
  const { draft, set, getError } = useReportForm();
  const ignores = draft.ignoreRlsRole !== null;
  return (
    <section>
      <SectionHeader title={t('manage.restriction.title')} />
      <p className="small muted">
        {t(report.needsIdentity ? (report.needsRoles ? 'manage.model.roles' : 'manage.model.identity') : 'manage.model.open')}
      </p>
      <Radio.Group
        label={t('manage.field.restriction')}
        description={t('manage.help.restriction')}
        value={draft.restriction}
        onChange={(value) => set('restriction', value === 'rls' || value === 'filters' ? value : 'none')}
      >
        <div className="audience">
          {(['none', 'filters', 'rls'] as const).map((value) => (
            <Radio key={value} value={value} label={t(`manage.restriction.${value}`)} />
          ))}
        </div>
      </Radio.Group>
      <SwitchRow
        label={t('manage.field.ignoreRls')}
        text={t('manage.help.ignoreRls')}
        checked={ignores}
        disabledReason={report.needsIdentity ? null : t('manage.rls.unused')}
        onChange={(on) => set('ignoreRlsRole', on ? '' : null)}
      />
      {ignores && (
        <>
          <Notice tone="err" title={t('manage.rls.warningTitle')}>
            {t('manage.rls.warning')}
          </Notice>
          <TextInput
            label={t('manage.field.ignoreRlsRole')}
            description={t('manage.help.ignoreRlsRole')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.ignoreRlsRole ?? ''}
            onChange={(event) => set('ignoreRlsRole', event.currentTarget.value)}
            error={getError('ignoreRlsRole')}
            maxLength={100}
            autoComplete="off"
          />
        </>
      )}
      <Switches tab="data" links={false} />
    </section>
  );
}
