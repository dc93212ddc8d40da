/* A net for the token game on the page:
 *
 *   {"places":[{"name":"p","tokens":1}],
 *    "transitions":[{"name":"t","take":[[0,1]],"put":[[2,1]]}]}     places by number, with weights
 */
#ifndef RONDO_REPORT_NET_JSON_H
#define RONDO_REPORT_NET_JSON_H

#include "base/json.h"
#include "model/net.h"

enum { NET_JSON_MOST = 400 }; /* places and transitions of a net that is shown */

void net_json(const Net *net, Json *json);

#endif
