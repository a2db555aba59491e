export const languages = ['en-US', 'pt-BR', 'pt-PT', 'es'] as const;
export type Language = (typeof languages)[number];
export type Terms = Record<string, string>;

/** A word that a language's texts don't use, and its replacement; the terms are in i18n/TERMS.md. */
type Banned = { word: RegExp; use: string };

const as = (pattern: string, use: string): Banned => ({ word: new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu'), use });

export const banned: Record<Language, readonly Banned[]> = {
  'en-US': [
    as('nobody', 'no one'),
    as('somebody', 'someone'),
    as('everybody', 'everyone'),
    as('ways? in', 'sign-in method'),
    as('accesses', 'grants'),
    as('row-level identity', 'RLS identity'),
    as('favourites?', 'favorites'),
    as('colours?', 'color'),
    as('organisations?', 'organization'),
    as('licences?', 'license'),
    as('neighbourhood', 'neighborhood'),
    as('recognises?', 'recognizes'),
    as('he|him|his|himself', 'they'),
    as('whom', 'who'),
    as('the yes of', 'approval'),
    as('whoever', 'the administrator, the approver, anyone who'),
    as('anybody', 'anyone'),
    as('oneself', 'yourself'),
    as('meanwhile', 'during that time'),
    as('told', 'notified'),
    as('tells', 'shows'),
  ],
  'pt-BR': [
    as('solicitaç(?:ão|ões)', 'pedido'),
    as('usuario|utilizador(?:es)?', 'usuário'),
    as('ficheiros?', 'arquivo'),
    as('ecrãs?', 'tela'),
    as('palavras?-passe', 'senha'),
    as('fornecedor(?:es)? de identidade', 'provedor de identidade'),
    as('funç(?:ão|ões) do modelo', 'papel do modelo'),
    as('identidade de linha', 'identidade RLS'),
  ],
  'pt-PT': [
    as('solicitaç(?:ão|ões)', 'pedido'),
    as('usuários?', 'utilizador'),
    as('arquivos?', 'ficheiro'),
    as('telas?', 'ecrã'),
    as('senhas?', 'palavra-passe'),
    as('provedor(?:es)?', 'fornecedor'),
    as('workspaces?', 'área de trabalho'),
    as('papel|papéis', 'função'),
    as('celular', 'telemóvel'),
    as('(?<!(?:é|foi|mesmo) )você', 'o próprio'),
    as('identidade de linha', 'identidade RLS'),
  ],
  es: [
    as('usted(?:es)?', 'tú'),
    as('elija', 'elige'),
    as('escriba', 'escribe'),
    as('indique', 'indica'),
    as('recargue', 'recarga'),
    as('añada', 'añade'),
    as('cree el|cree la|cree un', 'crea'),
    as('ordenador(?:es)? personales', 'dispositivos'),
    as('reportes?', 'informe'),
    as('claves? de acceso', 'llave de acceso'),
    as('claves? de inserción', 'clave de incrustación'),
    as('workspaces?', 'área de trabajo'),
    as('identidad de fila', 'identidad RLS'),
  ],
};

// Quoted code and names such as `changed_meanwhile` aren't English.
const inCode = (pattern: string, use: string): Banned => ({
  word: new RegExp(`(?<![\\p{L}_'"\`])(?:${pattern})(?![\\p{L}_'"\`])`, 'iu'),
  use,
});

/** What comments, test titles and API summaries don't say: it hides the subject, or is too quaint to be read at a glance. */
export const bannedInCode: readonly Banned[] = [
  inCode('nobody', 'no one'),
  inCode('somebody|whoever', 'the user, the caller, the administrator'),
  inCode('everybody|anybody', 'everyone, anyone'),
  inCode('he|him|his|himself|oneself', 'they, themselves'),
  inCode('whom', 'the name of the person, or "who"'),
  inCode('told|tells', 'is notified, returns, shows, "whether"'),
  inCode('meanwhile', 'since, in the meantime'),
  inCode('anew', 'again'),
  inCode('row-level identity', 'RLS identity'),
];

export const misusedInCode = (text: string): string[] =>
  bannedInCode.flatMap(({ word, use }) => {
    const found = word.exec(text)?.[0];
    return found ? [`“${found}”, write “${use}”`] : [];
  });

export function misusedWords(language: Language, texts: Terms): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    banned[language].flatMap(({ word, use }) => {
      const found = word.exec(text.replace(/\{\{\w+\}\}/g, ''))?.[0];
      return found ? [`${key}: “${found}”, write “${use}”`] : [];
    }),
  );
}

// "3 of 10 fields" and "Rows with errors: 3." also work with one; "3 rows" doesn't.
const isCounted = (text: string) => /\{\{count\}\} (?!(?:of|de|min)(?!\p{L}))\p{L}/u.test(text);

/** Keys that count a noun and have no plural forms. A limit that the code fixes (at most 200 rows) is never one. */
export function unpluralled(texts: Terms): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const [, stem, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
    if (form) return `${stem}_one` in texts && `${stem}_other` in texts ? [] : [`${stem}_${form === 'one' ? 'other' : 'one'}`];
    return isCounted(text) && !fixedCounts.has(key) ? [key] : [];
  });
}

/** The count is a limit of the product, always more than one. */
const fixedCounts = new Set([
  'catalogs.justificationHelp',
  'customFields.delete.text',
  'customFields.delete.after',
  'import_too_many',
  'export_limit',
  'comment_too_late',
  'saml_too_many',
  'exports.tooMany',
  'userImport.problem.groups_too_many',
  'export.userImport.problem.groups_too_many',
  'manage.import.tooMany',
  'userGroups.add.tooMany',
  'userImport.refused.too_many_rows',
  'userImport.refused.too_wide',
]);
