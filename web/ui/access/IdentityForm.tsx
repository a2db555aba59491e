import { Textarea } from '@mantine/core';
import { dayAfter, emptyFilter } from '../../../domain/report-access/draft.ts';
import type { IdentityOptions } from '../../../domain/report-access/fields.ts';
import { demandsIdentity, releases } from '../../../domain/report-access/grant-rule.ts';
import { maxFilters, maxNoteLength, validityDays } from '../../../domain/report-access/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { Chip } from '../Chip.tsx';
import { IconPlus } from '../icons.ts';
import { DayField } from '../MomentField.tsx';
import { Notice } from '../Notice.tsx';
import { FilterFields, type ValuesOf } from './FilterFields.tsx';
import { RowsField } from './RowsField.tsx';
import type { GrantForm } from './use-grant-form.ts';
import './access.css';

type Props = {
  form: GrantForm;
  /** The roles and values available for identities. */
  options: IdentityOptions;
  /** The role of a report that ignores RLS. */
  openRole?: string | null;
  /** Custom fields usable in an identity, with the placeholder for each user's own value. */
  tokens?: readonly { token: string; label: string }[];
  /** Whether this user may give access without filters. */
  mayRelease: boolean;
  /** Reads values of the model for its fixed filters. */
  toValues?: ValuesOf | undefined;
};

/** RLS identity, filters, expiry and reason: shared by manual grants and catalog decisions (BEHAVIOUR 5). */
export function IdentityForm({ form, options, tokens = [], openRole, mayRelease, toValues }: Props) {
  const { t } = useTranslation();
  const { draft, report, problems } = form;
  return (
    <>
      {demandsIdentity(report) ? (
        <Identity form={form} options={options} tokens={tokens} />
      ) : (
        <Unprotected form={form} openRole={openRole} mayRelease={mayRelease} />
      )}
      <fieldset className="access-filters">
        <legend>{t('access.filters')}</legend>
        <p className="small muted">{t('access.filters.help')}</p>
        {draft.filters.map((filter, at) => (
          <FilterFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a filter has no key but its position.
            key={at}
            at={at}
            filter={filter}
            toValues={toValues}
            problems={problems.filters[at] ?? {}}
            onChange={(change) => form.setFilter(at, change)}
            onRemove={() =>
              form.set(
                'filters',
                draft.filters.filter((_, index) => index !== at),
              )
            }
          />
        ))}
        {draft.filters.length < maxFilters && (
          <Button size="s" icon={IconPlus} onClick={() => form.set('filters', [...draft.filters, emptyFilter])}>
            {t('access.filters.add')}
          </Button>
        )}
      </fieldset>
      <div>
        <DayField
          label={
            <>
              {t('access.until')} <span className="muted">{t('ui.form.optional')}</span>
            </>
          }
          description={t('access.until.help')}
          value={draft.until || null}
          onChange={(day) => form.set('until', day ?? '')}
          error={problems.until && t(problems.until, { name: t('access.until') })}
          from={form.today}
          clearable
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset comes with its own legend. */}
        <div className="access-days" role="group" aria-label={t('access.until.suggestions')}>
          <Chip on={draft.until === ''} onClick={() => form.set('until', '')}>
            {t('access.until.none')}
          </Chip>
          {validityDays.map((days) => (
            <Chip key={days} on={draft.until === dayAfter(form.today, days)} onClick={() => form.set('until', dayAfter(form.today, days))}>
              {t('access.until.days', { count: days })}
            </Chip>
          ))}
        </div>
      </div>
      <Textarea
        label={
          <>
            {t('access.note')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={t('access.note.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.note}
        onChange={(event) => form.set('note', event.currentTarget.value)}
        maxLength={maxNoteLength}
        autosize
        minRows={2}
        maxRows={6}
      />
    </>
  );
}

function Identity({ form, options, tokens }: Pick<Props, 'form' | 'options'> & { tokens: NonNullable<Props['tokens']> }) {
  const { t } = useTranslation();
  const { draft, report, problems } = form;
  return (
    <RowsField
      value={{ as: draft.as === 'own' ? 'own' : 'fixed', username: draft.username, roles: draft.roles }}
      onChange={form.setRows}
      other="own"
      options={options}
      needsRoles={report.needsRoles}
      tokens={tokens}
      errors={{
        username: problems.username && t(problems.username, { name: t('access.username') }),
        roles: problems.roles && t(problems.roles, { name: t('access.roles') }),
      }}
    />
  );
}

function Unprotected({ form: { report }, openRole, mayRelease }: Pick<Props, 'form' | 'openRole' | 'mayRelease'>) {
  const { t } = useTranslation();
  if (report.ignoresRls && report.needsIdentity) {
    return (
      <Notice tone="warn" title={t('access.open.title')}>
        {t('access.open.text', { role: openRole ?? '' })}
      </Notice>
    );
  }
  if (!releases(report)) return null;
  return (
    <Notice tone={mayRelease ? 'warn' : 'err'} title={t(`access.release.${report.restriction === 'rls' ? 'rls' : 'filters'}`)} live={false}>
      {t(mayRelease ? 'access.release.text' : 'access.release.forbidden')}
    </Notice>
  );
}
