/** The federative units of Brazil. */
export const brazilianStates = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

/** ISO 3166-1 alpha-2; the names come from Intl in the reader's language. */
export const countries = (
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU ' +
  'CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FR GA GB GD GE GF GH GI GL GM GN GP GQ GR GT GW GY HK HN HR HT HU ID IE IL IN ' +
  'IQ IR IS IT JM JO JP KE KG KH KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MQ MR MT MU MV MW ' +
  'MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PF PG PH PK PL PR PT PY QA RO RS RU RW SA SC SD SE SG SI SK SL SM SN SO SR ST SV SY SZ ' +
  'TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VA VC VE VN VU WS YE ZA ZM ZW'
).split(' ');

/** Whether a postal code has its country's format: eight digits in Brazil, letters, digits and punctuation elsewhere. */
export const isPostalCode = (text: string, country: string): boolean =>
  country === 'BR' ? /^\d{8}$/.test(text) : /^[\p{L}\d][\p{L}\d -]{1,11}$/u.test(text);

/** 01310-100; another country's code is unchanged. */
export const showPostalCode = (code: string, country: string): string =>
  country === 'BR' && /^\d{8}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : code;
