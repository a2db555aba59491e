import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../domain/session/languages.ts';
import { call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';
import { currentLanguage } from '../../i18n.ts';

export const faqKey = ['faq'] as const;

/** The questions in the language of the interface. */
export const faqQuery = (language: Language) =>
  queryOptions({
    queryKey: [...faqKey, 'list', language],
    queryFn: ({ signal }) => call('GET /api/auth/faq', { language }, { signal }),
    staleTime: 10_000,
  });

export const loadFaq: PageLoader = ({ client }) => [client.ensureQueryData(faqQuery(currentLanguage()))];
