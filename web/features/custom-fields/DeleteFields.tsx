import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedField } from '../../../domain/custom-fields/contract.ts';
import { getLabel } from '../../../domain/custom-fields/field.ts';
import { undoDays } from '../../../domain/custom-fields/limits.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ConfirmDelete, type Loss } from '../../ui/ConfirmDelete.tsx';
import { IconDatabase, IconPower, IconShieldLock } from '../../ui/icons.ts';
import { oneQuery } from './queries.ts';
import { useChangeFields } from './use-change-fields.ts';

type Props = { fields: readonly ManagedField[]; own: Language; opened: boolean; onDone: () => void; onClose: () => void };

/** Requires the typed name, shows how many values will be lost, and offers to disable the field instead (BEHAVIOUR 10). */
export function DeleteFields({ fields, own, opened, onDone, onClose }: Props) {
  const { t, language } = useTranslation();
  const only = fields.length === 1 ? fields[0] : undefined;
  // No suspense: the dialog doesn't wait for the number of values.
  const { data } = useQuery({ ...oneQuery(only?.id ?? ''), enabled: opened && only !== undefined });
  const { apply, change } = useChangeFields();
  const [problem, setProblem] = useState<string | null>(null);
  const many = t('customFields.count', { count: fields.length });
  const active = fields.filter((field) => field.state === 'active');
  const losses: Loss[] = data
    ? [
        {
          icon: IconDatabase,
          text: t(`customFields.delete.${data.of === 'user' ? 'people' : 'reports'}`, { count: data.values }),
          outcome: t('customFields.delete.after', { count: undoDays }),
          lost: data.values > 0,
        },
        ...(data.grants > 0
          ? [
              {
                icon: IconShieldLock,
                text: t('customFields.delete.grants', { count: data.grants }),
                outcome: t('customFields.delete.refused'),
                lost: true,
              },
            ]
          : []),
      ]
    : [];
  const close = () => {
    setProblem(null);
    onClose();
  };
  const remove = async () => {
    setProblem(null);
    try {
      await apply('delete', fields);
      onDone();
      close();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <ConfirmDelete
      opened={opened}
      name={only ? getLabel(only, language, own) : many}
      title={only ? undefined : t('customFields.delete.many', { what: many })}
      text={t('customFields.delete.text', { count: undoDays })}
      losses={losses}
      milder={
        active.length > 0
          ? {
              icon: IconPower,
              label: t('customFields.delete.disable'),
              onClick: () => {
                close();
                void change('disable', active).then(onDone);
              },
            }
          : undefined
      }
      problem={problem}
      onConfirm={remove}
      onClose={close}
    />
  );
}
