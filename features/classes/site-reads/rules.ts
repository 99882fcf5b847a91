/** The price of a class on the site of a program. Specification: Sites, reads. */

/** Returns minor units with the program's discount off, to the nearest unit, halves upwards. */
export function priceOf(full_price: number, discount_percentage: number): number {
  return Math.round((full_price * (100 - discount_percentage)) / 100);
}
