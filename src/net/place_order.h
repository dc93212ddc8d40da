/* Orders of the places of a net, for diagrams: places that transitions join shall be near to each
 * other, and near to the bottom. */
#ifndef RONDO_NET_PLACE_ORDER_H
#define RONDO_NET_PLACE_ORDER_H

#include "model/net.h"

enum { PLACE_ORDERS = 4 };

/* Some orders, each from the top to the bottom, the most promising first; the caller frees them. */
void place_orders(const Net *net, U32Vec orders[PLACE_ORDERS]);

/* Another order that is about as good: neighbours have changed places. The caller frees it. */
U32Vec place_order_like(const U32Vec *order);

#endif
