import { buildRecord } from '../../../domain/fields/fields.ts';
import { formatList } from '../../../domain/format/number.ts';
import { type GroupField, textNames } from '../../../domain/report-groups/fields.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import type { Word } from './kind.ts';
import type { GroupForm } from './use-group-form.ts';

type Props = { form: GroupForm; field: GroupField; word: Word; groupName?: string | null };

/** Under a field that two users edited: the other user's value, to compare or to adopt. */
export function Theirs({ form, field, word, groupName }: Props) {
  const { t, language } = useTranslation();
  if (!form.getTheirs(field)) return null;
  const { base, people } = form;
  const values: Record<GroupField, () => string> = {
    name: () => base.name,
    ...buildRecord(textNames, (name) => () => base[name] || t('groups.form.nothing')),
    audience: () => t(base.audience === 'everyone' ? `groups.${word}.everyone` : 'groups.form.chosen'),
    groupId: () => groupName ?? t('groups.form.nothing'),
    viewers: () =>
      base.audience === 'everyone'
        ? t(`groups.${word}.everyone`)
        : formatList(
            language,
            base.viewers.map((id) => people.get(id)?.name ?? '?'),
          ),
  };
  return (
    <p className="theirs small">
      <span>{t('groups.form.now', { value: values[field]() })}</span>
      <Button kind="text" size="s" onClick={() => form.takeTheirs(field)}>
        {t('groups.form.takeNow')}
      </Button>
    </p>
  );
}
