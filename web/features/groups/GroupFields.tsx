import { Radio, Textarea, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { maxDescriptionLength, maxNameLength } from '../../../domain/groups/limits.ts';
import { useTranslation } from '../../app/i18n.ts';
import { GroupPicker } from './GroupPicker.tsx';
import { type Kind, wordOf } from './kind.ts';
import { PeoplePicker } from './PeoplePicker.tsx';
import { Theirs } from './Theirs.tsx';
import type { GroupForm } from './use-group-form.ts';

type Props = { kind: Kind; form: GroupForm; group: { id: string; name: string } | null; nameRef: Ref<HTMLInputElement> };

/** The fields of a group or sub-group; a sub-group also has the group it belongs to. */
export function GroupFields({ kind, form, group, nameRef }: Props) {
  const { t } = useTranslation();
  const word = wordOf(kind);
  const { draft } = form;
  const left = maxDescriptionLength - draft.description.length;
  return (
    <>
      {kind === 'subgroups' && (
        <div>
          <GroupPicker form={form} current={group} />
          <Theirs form={form} field="groupId" word={word} groupName={group?.name} />
        </div>
      )}
      <div>
        <TextInput
          ref={nameRef}
          data-autofocus={kind === 'groups' || draft.groupId !== null || undefined}
          label={t('groups.form.name')}
          description={t('groups.form.nameHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.name}
          onChange={(event) => form.set('name', event.currentTarget.value)}
          error={form.errorOf('name')}
          maxLength={maxNameLength}
          autoComplete="off"
        />
        <Theirs form={form} field="name" word={word} />
      </div>
      <div>
        <Textarea
          label={
            <>
              {t('groups.form.description')} <span className="muted">{t('ui.form.optional')}</span>
            </>
          }
          description={
            <>
              {t('groups.form.descriptionHelp')} <span className="num">{t('groups.form.left', { count: left })}</span>
            </>
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.description}
          onChange={(event) => form.set('description', event.currentTarget.value)}
          error={form.errorOf('description')}
          maxLength={maxDescriptionLength}
          autosize
          minRows={3}
          maxRows={8}
        />
        <Theirs form={form} field="description" word={word} />
      </div>
      <div>
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
        <Theirs form={form} field="audience" word={word} />
      </div>
      {draft.audience === 'chosen' && (
        <div>
          <PeoplePicker form={form} />
          <Theirs form={form} field="viewers" word={word} />
        </div>
      )}
    </>
  );
}
