/** Few enough that the browser has all of them and searches without an index. */
export const faqLimits = { perTenant: 200, question: 200 } as const;
export const faqAudiences = ['public', 'signed_in'] as const;
export type FaqAudience = (typeof faqAudiences)[number];
