import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus, IconTrash } from '../../ui/icons.ts';
import { groupsQuery, type OneSaml } from './queries.ts';
import type { SamlForm } from './use-saml-form.ts';

type Props = { form: SamlForm; app: OneSaml | undefined };
const overDrawer = { withinPortal: true, zIndex: 330 } as const;

const replaced = <T,>(list: readonly T[], at: number, next: T): T[] => list.map((each, index) => (index === at ? next : each));
const without = <T,>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);

/** Maps the provider's groups to the portal's groups. */
export function Rules({ form, app }: Props) {
  const { t } = useTranslation();
  // No suspense: the choices of a field; the form doesn't wait for them.
  const { data } = useQuery(groupsQuery);
  const { groups } = form.draft;
  const known = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const gone = groups
    .filter(({ group }) => group && !known.some(({ value }) => value === group))
    .map(({ group }) => ({ value: group, label: app?.groups.find((rule) => rule.group === group)?.name ?? t('saml.rule.gone') }));
  const choices = [...known, ...gone.filter(({ value }, at) => gone.findIndex((other) => other.value === value) === at)];
  return (
    <div className="saml-stack">
      {groups.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other key while it is edited
        <div className="saml-rule" key={at}>
          <TextInput
            label={t('saml.rule.value')}
            value={rule.value}
            onChange={(event) => form.change({ groups: replaced(groups, at, { ...rule, value: event.currentTarget.value }) })}
          />
          <Select
            label={t('saml.rule.group')}
            data={choices}
            value={rule.group || null}
            onChange={(group) => form.change({ groups: replaced(groups, at, { ...rule, group: group ?? '' }) })}
            searchable
            nothingFoundMessage={t('ui.empty.records')}
            comboboxProps={overDrawer}
          />
          <IconButton
            icon={IconTrash}
            label={`${t('saml.rule.remove')} ${rule.value}`}
            onClick={() => form.change({ groups: without(groups, at) })}
          />
        </div>
      ))}
      <div className="saml-row">
        <Button size="s" icon={IconPlus} onClick={() => form.change({ groups: [...groups, { value: '', group: '' }] })}>
          {t('saml.rule.addGroup')}
        </Button>
      </div>
    </div>
  );
}
