import { Radio, TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { buildRecord } from '../../../domain/fields/fields.ts';
import { type GroupField, groupFields, textNames } from '../../../domain/report-groups/fields.ts';
import { maxNameLength } from '../../../domain/report-groups/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { GroupPicker } from './GroupPicker.tsx';
import { getWord, type Kind } from './kind.ts';
import { PeoplePicker } from './PeoplePicker.tsx';
import { TextControl } from './TextControl.tsx';
import { Theirs } from './Theirs.tsx';
import type { GroupForm } from './use-group-form.ts';

type Props = { kind: Kind; form: GroupForm; group: { id: string; name: string } | null; nameRef: Ref<HTMLInputElement> };

/** The fields of a group or sub-group; a sub-group also has the group it belongs to. */
export function GroupFields({ kind, form, group, nameRef }: Props) {
  const { t } = useTranslation();
  const word = getWord(kind);
  const { draft } = form;
  const controls: Record<GroupField, ReactNode> = {
    groupId: kind === 'subgroups' && <GroupPicker form={form} current={group} />,
    name: (
      <TextInput
        ref={nameRef}
        data-autofocus={kind === 'groups' || draft.groupId !== null || undefined}
        label={t('groups.form.name')}
        description={t('groups.form.nameHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.name}
        onChange={(event) => form.set('name', event.currentTarget.value)}
        error={form.getError('name')}
        maxLength={maxNameLength}
        autoComplete="off"
      />
    ),
    ...buildRecord(textNames, (name) => <TextControl form={form} field={name} />),
    audience: (
      <Radio.Group
        label={t('groups.form.audience')}
        value={draft.audience}
        onChange={(value) => form.set('audience', value === 'chosen' ? 'chosen' : 'everyone')}
      >
        <div className="audience">
          <Radio value="everyone" label={t(`groups.${word}.everyone`)} description={t(`groups.${word}.everyoneHelp`)} />
          <Radio value="chosen" label={t('groups.form.chosen')} description={t('groups.form.chosenHelp')} />
        </div>
      </Radio.Group>
    ),
    viewers: draft.audience === 'chosen' && <PeoplePicker form={form} />,
  };
  return groupFields.map(
    (field) =>
      controls[field] && (
        <div key={field}>
          {controls[field]}
          <Theirs form={form} field={field} word={word} groupName={group?.name} />
        </div>
      ),
  );
}
