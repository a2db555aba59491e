import { Select, TextInput } from '@mantine/core';
import { jitStatuses, maxGroupRules } from '../../../domain/entra/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus, IconTrash } from '../../ui/icons.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import type { EntraAnswer } from './queries.ts';
import type { EntraForm } from './use-entra-form.ts';

/** Who may sign in: existing users, new users, and group mappings for both. */
export function People({ form, joins, groups }: { form: EntraForm; joins: boolean } & Pick<EntraAnswer, 'groups'>) {
  const { t } = useTranslation();
  const { draft } = form;
  return (
    <section className="card card-pad entra-card">
      <h2>{t('entra.who')}</h2>
      {joins && (
        <>
          <SwitchRow
            label={t('entra.link')}
            text={t('entra.link.text')}
            checked={draft.link === 'S'}
            onChange={(on) => form.set('link', on ? 'S' : 'N')}
          />
          <SwitchRow
            label={t('entra.jit')}
            text={t('entra.jit.text')}
            checked={draft.jit === 'S'}
            onChange={(on) => form.set('jit', on ? 'S' : 'N')}
          />
        </>
      )}
      {joins && draft.jit === 'S' && (
        <div className="entra-row entra-row-even">
          <Select
            label={t('entra.jitStatus')}
            data={jitStatuses.map((value) => ({ value, label: t(`entra.jitStatus.${value}`) }))}
            value={draft.jitStatus}
            onChange={(next) => (next === 'A' || next === 'D') && form.set('jitStatus', next)}
            allowDeselect={false}
          />
        </div>
      )}
      <SwitchRow
        label={t('entra.guests')}
        text={t('entra.guests.text')}
        checked={draft.guests === 'S'}
        onChange={(on) => form.set('guests', on ? 'S' : 'N')}
      />
      <GroupRules form={form} groups={groups} />
    </section>
  );
}

function GroupRules({ form, groups }: { form: EntraForm; groups: EntraAnswer['groups'] }) {
  const { t } = useTranslation();
  const rules = form.draft.groups;
  const change = (at: number, part: Partial<{ claim: string; group: string }>) =>
    form.set(
      'groups',
      rules.map((each, index) => (index === at ? { ...each, ...part } : each)),
    );
  const problem = form.getError('groups');
  return (
    <>
      <div>
        <p className="entra-label">{t('entra.groups')}</p>
        <p className="small muted">{t(groups.length > 0 ? 'entra.groups.text' : 'entra.groups.none')}</p>
      </div>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key while they are edited.
        <div key={at} className="entra-row">
          <TextInput
            label={t('entra.groups.claim', { n: at + 1 })}
            value={rule.claim}
            maxLength={120}
            onChange={(event) => change(at, { claim: event.currentTarget.value.trim() })}
            error={form.getError(`groups.${at}`)}
            autoComplete="off"
            spellCheck={false}
          />
          <Select
            label={t('entra.groups.group')}
            data={groups.map(({ id, name }) => ({ value: id, label: name }))}
            value={rule.group || null}
            onChange={(next) => change(at, { group: next ?? '' })}
            searchable
            allowDeselect={false}
          />
          <IconButton
            icon={IconTrash}
            label={t('entra.groups.remove', { n: at + 1 })}
            onClick={() =>
              form.set(
                'groups',
                rules.filter((_, index) => index !== at),
              )
            }
          />
        </div>
      ))}
      {problem && (
        <p className="entra-error small" role="alert">
          {problem}
        </p>
      )}
      {groups.length > 0 && rules.length < maxGroupRules && (
        <div>
          <Button icon={IconPlus} size="s" onClick={() => form.set('groups', [...rules, { claim: '', group: '' }])}>
            {t('entra.groups.add')}
          </Button>
        </div>
      )}
    </>
  );
}
