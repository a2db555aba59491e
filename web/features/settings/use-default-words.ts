import { defaultSettings } from '../../../domain/settings/defaults.ts';
import { useTranslation } from '../../i18n.ts';

/** Appends a setting's default to its description: "… Padrão: 8." */
export function useDefaultWords(): (field: keyof typeof defaultSettings, text: string, shown?: number) => string {
  const { t } = useTranslation();
  return (field, text, shown) => {
    const value: unknown = shown ?? defaultSettings[field];
    const on = value === 'S' || value === true;
    const word = on
      ? t('settings.value.on')
      : value === 'N' || value === false
        ? t('settings.value.off')
        : value === null
          ? t('settings.value.none')
          : String(value);
    return `${text} ${t('settings.default', { value: word })}`.trim();
  };
}
