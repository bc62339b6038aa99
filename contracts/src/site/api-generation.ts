/**
 * Header by which a client names the form of answers that it knows. Clients without the header are older ones: their
 * answers carry only what such a client can show (`server/src/older-forms`).
 */
export const GENERATION_HEADER = 'x-api-generation';
export const CURRENT_GENERATION = '2';
